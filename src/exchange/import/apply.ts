import { importCause } from "../../domain/audit-causes.ts";
import { Invalid, WrongState } from "../../domain/errors.ts";
import { JobInterrupted } from "../../domain/job-interrupted.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { JobEngine } from "../../jobs/engine.ts";
import type { PhotoFiles } from "../../photos/files.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import type { Storage } from "../../storage/storage.ts";
import type { CheckResult } from "./check-program.ts";
import type { ImportInput, ImportResult } from "./import-job.ts";
import {
  assertApplicable,
  closeFiles,
  fileDiscarded,
  type Import,
  runAbortable,
  setProgress,
  setState,
} from "./import-job.ts";
import { rowErrorsOf } from "./issues.ts";
import { removeJobRows, removeOtherJobRows, saveJobRows } from "./job-rows.ts";
import { NAMED_LISTS } from "./name-lookup.ts";
import type { LeftRow } from "./product-rows.ts";

/** The part of the job engine that imports use. */
export type ImportJobs = Pick<JobEngine, "start" | "result" | "cancel" | "onProgress" | "unfinished">;

/** What applying needs. */
interface ApplyServices {
  readonly storage: Storage;
  readonly jobs: ImportJobs;
  readonly photos: PhotoFiles;
}

/** What a new article with its stock adds to the database's log, measured with 250 000; a million takes more (docs/develop/performance.md). */
const LOG_BYTES_PER_ARTICLE = 16 * 1024;
const MEGABYTE = 1_000_000;

/** Throws WrongState where an import would fill the disk: nobody could count until older generations are removed. */
function assertSpace(storage: Storage, { kind }: Import, { result }: CheckResult): void {
  if (kind !== "articles") return;
  const { freeBytes } = storage.status();
  const needed = result.toCreate * LOG_BYTES_PER_ARTICLE;
  if (needed <= freeBytes) return;
  throw new WrongState(
    msg(
      "The server's disk has {free} MB free, and this import needs about {needed} MB. Free some space, or divide the file. Nothing was changed.",
      { free: Math.floor(freeBytes / MEGABYTE), needed: Math.ceil(needed / MEGABYTE) },
    ),
  );
}

/** An import that is being applied. */
interface StartedApply {
  /** The job. */
  readonly jobId: number;
  /** Resolves when the import is applied. Rejects with the job's error. */
  readonly applied: Promise<void>;
}

/** How an import is applied. */
export interface ApplyChoice {
  /** True: the rows with errors are left out. */
  readonly isValidRows: boolean;
  /** True: no pieces came or left, the records were wrong. */
  readonly isCorrection: boolean;
}

/**
 * Starts the job that applies a checked import. Passwords and PINs are hashed first. Rejects
 * with WrongState. `address`: the client's address.
 */
export async function beginApply(
  services: ApplyServices,
  principal: Principal,
  job: Import,
  { isValidRows, isCorrection }: ApplyChoice,
  address: string,
): Promise<StartedApply> {
  const checked = assertApplicable(job, isValidRows);
  assertSpace(services.storage, job, checked);
  const { headers, defaults, validRows, pictures, notTaken } = checked;
  const { rows } = job.files;
  if (rows === null) throw fileDiscarded();
  job.total = validRows;
  job.applyErrors = null;
  setState(job, "applying");
  const started = Promise.withResolvers<number>();
  const applied = runAbortable(job, async (signal) => {
    try {
      const refused: LeftRow[] = [];
      const photos = { files: services.photos, onRefused: (left: LeftRow) => refused.push(left) };
      const name = await saveJobRows(services.storage.folder, {
        rows: rows.descriptor,
        signal,
        hasSecrets: headers.password !== undefined || headers.pin !== undefined,
        photos: pictures > 0 ? photos : null,
        onProgress: (done) => setProgress(job, done),
      });
      const input = {
        principal,
        kind: job.kind,
        fileName: job.fileName,
        rows: name,
        total: validRows,
        headers,
        defaults,
        cause: importCause(job.id, isCorrection),
      };
      job.applyResult = await runJob(services, job, input, { address, signal, started: started.resolve });
      // Not before: an import that has failed can be applied again.
      job.checkResult = {
        ...checked,
        notTaken: {
          ...notTaken,
          rows: [...notTaken.rows, ...refused],
          count: notTaken.count + refused.length,
        },
      };
      setState(job, "applied");
    } catch (error) {
      // The job goes on when the server starts again.
      if (error instanceof JobInterrupted) throw error;
      if (error instanceof Invalid) job.applyErrors = rowErrorsOf(error);
      setState(job, "failed");
      throw error;
    }
    // The rows with errors can still be downloaded.
    closeFiles(job, ["upload", "rows"]);
  });
  // A client that does not wait sees the error in the job.
  applied.catch(started.reject);
  return { jobId: await started.promise, applied };
}

/** Removes the rows of ended jobs, and those of the other jobs when they end. */
export function tidyJobRows({ storage, jobs }: Pick<ApplyServices, "storage" | "jobs">): void {
  const unfinished = jobs.unfinished(IMPORT);
  removeOtherJobRows(storage.folder, new Set(unfinished.map(({ input }) => input.rows)));
  for (const { id, tenantId, input } of unfinished)
    resultOf({ storage, jobs }, tenantId, id, input.rows).catch(() => {
      // The job keeps its error.
    });
}

interface JobOptions {
  readonly address: string;
  /** Aborting it cancels the job. */
  readonly signal: AbortSignal;
  started(jobId: number): void;
}

/** Starts the job and returns its result. */
async function runJob(
  services: ApplyServices,
  job: Import,
  input: ImportInput,
  { address, signal, started }: JobOptions,
): Promise<ImportResult> {
  const { storage, jobs } = services;
  const { tenantId, rows } = { ...input.principal, ...input };
  const id = await jobs
    .start(input.principal, address, { kind: IMPORT, input, subjectId: job.id, total: input.total })
    .catch(async (error) => {
      await removeJobRows(storage.folder, rows);
      throw error;
    });
  started(id);
  const removeListener = jobs.onProgress(id, ({ undoState, done }) => {
    if (undoState === null) setProgress(job, done);
  });
  // Refused where the job has just ended.
  const cancel = () => void jobs.cancel(input.principal, id).catch(() => {});
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    return await resultOf(services, tenantId, id, rows);
  } finally {
    removeListener();
    signal.removeEventListener("abort", cancel);
  }
}

/** The result of a job. Removes its rows when it has ended. */
async function resultOf(
  { storage, jobs }: Pick<ApplyServices, "storage" | "jobs">,
  tenantId: number,
  id: number,
  rows: string,
): Promise<ImportResult> {
  let isInterrupted = false;
  try {
    // The program's result.
    return (await jobs.result(tenantId, id)) as ImportResult;
  } catch (error) {
    isInterrupted = error instanceof JobInterrupted;
    throw error;
  } finally {
    if (!isInterrupted) await removeJobRows(storage.folder, rows);
  }
}

/** Applies an import. */
export const IMPORT: JobKind<ImportInput, ImportResult> = {
  name: "import",
  module: new URL("./apply-job.ts", import.meta.url),
  journaled: [
    ...([
      "article",
      "additionalCode",
      "articleLocation",
      "location",
      "user",
      "photo",
      "refillRule",
      "savedView",
    ] as const),
    ...NAMED_LISTS,
  ],
  // The plan keeps their rows.
  watched: ["location", "user", ...NAMED_LISTS],
  isUndoable: true,
};
