import { join } from "node:path";
import type { Principal } from "../../domain/principal.ts";
import type { PhotoFiles } from "../../photos/files.ts";
import type { Clock } from "../../platform/clock.ts";
import { concurrentLanes } from "../../platform/concurrency-limit.ts";
import { IMPORT_CHECKS } from "../../platform/limits.ts";
import type { Storage } from "../../storage/storage.ts";
import { type ApplyChoice, beginApply, type ImportJobs, tidyJobRows } from "./apply.ts";
import { check } from "./check.ts";
import type { CheckData, CheckResult } from "./check-program.ts";
import { columnsOf } from "./columns.ts";
import type { ColumnChoices } from "./header.ts";
import {
  abortAndWait,
  alreadyApplied,
  alreadyApplying,
  CheckReplaced,
  closeFiles,
  createImportRegistry,
  fileDiscarded,
  type Import,
  importNotFound,
  type NewImport,
  type OpenFile,
  runAbortable,
  setProgress,
  setState,
  temporaryFile,
} from "./import-job.ts";
import { type ImportOptions, type KindOfTable, resolveOptions } from "./options.ts";

/** The imports of the server, in memory only: a restart discards them with their files. Jobs that apply them go on. */
export type Imports = ReturnType<typeof createImports>;

type AssertMatch = (record: { readonly change: number }) => void;

/** A lane for each tenant. */
type CheckQueue = ReturnType<typeof concurrentLanes<number>>;

/** Creates the import service. */
export function createImports(
  { storage, clock, photos }: { storage: Storage; clock: Clock; photos: PhotoFiles },
  jobs: ImportJobs,
) {
  const registry = createImportRegistry(clock);
  const checkQueue: CheckQueue = concurrentLanes(IMPORT_CHECKS);
  tidyJobRows({ storage, jobs });

  /** Counts a running check. The last one removes an import that has no completed check. */
  async function trackCheck(job: Import, run: () => Promise<void>): Promise<void> {
    job.checks++;
    try {
      await run();
    } finally {
      job.checks--;
      if (job.checks === 0 && job.checkResult === null) registry.remove(job);
    }
  }

  return {
    /** Checks a file in a dry run. Rejects with Invalid (no table) or WrongState (cancelled). */
    async start(principal: Principal, file: NewImport) {
      const job = registry.add(principal, file);
      await trackCheck(job, () => checkFile(storage, checkQueue, job, file.options));
      return job;
    },
    /**
     * Checks the file again with other options, and aborts a running check. Rejects with Invalid that names the option, or with
     * WrongState if the import is applied or cancelled. After an error the earlier result stays. `assertMatch` throws where the
     * client has not seen the version that is to be replaced; a check that another one ends has not seen that one's.
     */
    async recheck(job: Import, options: ImportOptions, assertMatch: AssertMatch = () => {}) {
      const assertReplaceable = () => {
        if (job.state === "applying") throw alreadyApplying();
        if (job.state === "applied") throw alreadyApplied();
        if (!registry.has(job.id)) throw importNotFound();
        assertMatch({ change: job.revision });
      };
      // Neither invalid options nor those for an earlier version must abort a running check.
      resolveOptions(tableOf(storage, job), options);
      assertReplaceable();
      try {
        await trackCheck(job, async () => {
          while (job.work !== null && job.state === "checking")
            await abortAndWait(job.work, new CheckReplaced());
          assertReplaceable();
          await checkFile(storage, checkQueue, job, options);
        });
      } catch (error) {
        if (error instanceof CheckReplaced) assertMatch({ change: job.revision + 1 });
        throw error;
      }
    },
    /** Newest first. */
    list: registry.list,
    /** Throws NotFound. */
    find: registry.find,
    /**
     * Starts the job that applies a checked import. Rejects with WrongState; `applied` rejects with Invalid and all row errors.
     * `address`: the client's address.
     */
    apply: (principal: Principal, job: Import, choice: ApplyChoice, address: string) =>
      beginApply({ storage, jobs, photos }, principal, job, choice, address),
    /** Aborts the work in progress and removes the import. Rejects with WrongState if it has just been applied. */
    async cancel(job: Import) {
      const wasWorking = job.work !== null;
      // A waiting check may start as soon as the running one has ended.
      while (job.work !== null) await abortAndWait(job.work);
      if (wasWorking && job.state === "applied") throw alreadyApplied();
      // Applied data stay; only the job is removed.
      if (job.state !== "applied") setState(job, "cancelled");
      registry.remove(job);
    },
    stop: registry.stop,
  };
}

/** The kind of table of an import, with its present columns. */
function tableOf({ db }: Storage, job: Import): KindOfTable {
  job.columns = columnsOf(db, job.tenantId, job.kind);
  return job;
}

/** Checks the uploaded file. After an error the earlier result stays. */
async function checkFile(
  storage: Storage,
  queue: CheckQueue,
  job: Import,
  options: ImportOptions,
): Promise<void> {
  const { columns: byIndex, defaults } = resolveOptions(tableOf(storage, job), options);
  // Choices by index replace the upload's choices by header.
  const byHeader: ColumnChoices = options.columns === undefined ? job.byHeader : new Map();
  const input = { options, defaults, chosen: { byHeader, byIndex } };
  await runAbortable(job, async (signal) => {
    const before = job.state;
    setState(job, "checking");
    try {
      const { checkResult, rows, errorRows } = await dryRun(storage, queue, job, input, signal);
      closeFiles(job, ["rows", "errorRows"]);
      job.files.rows = rows;
      job.files.errorRows = errorRows;
      job.checkResult = checkResult;
      job.options =
        options.decisions === undefined ? options : { ...options, decisions: [...checkResult.decisions] };
      job.applyErrors = null;
      job.total = checkResult.rows;
      if (checkResult.validRows === 0) closeFiles(job, ["rows"]);
      if (checkResult.errorRows === 0) closeFiles(job, ["errorRows"]);
      job.revision++;
      setState(job, "checked");
    } catch (error) {
      setState(job, before);
      throw error;
    }
  });
}

/** Runs a dry run of the uploaded file. Returns its result and the files of its rows. */
async function dryRun(
  storage: Storage,
  queue: CheckQueue,
  job: Import,
  input: Pick<CheckData, "options" | "defaults" | "chosen">,
  signal: AbortSignal,
): Promise<{ checkResult: CheckResult; rows: OpenFile; errorRows: OpenFile }> {
  const { files, kind, tenantId, userId } = job;
  if (files.upload === null) throw fileDiscarded();
  const { descriptor: upload } = files.upload;
  const release = files.upload.retain();
  const created: OpenFile[] = [];
  const create = () => {
    const file = temporaryFile(storage.folder);
    created.push(file);
    return file;
  };
  try {
    const [rows, errorRows, earlierRows] = [create(), create(), create()];
    const run = () => {
      const database = join(storage.folder, storage.status().generation);
      const descriptors = {
        upload,
        rows: rows.descriptor,
        errorRows: errorRows.descriptor,
        earlierRows: earlierRows.descriptor,
      };
      return check(
        { database, tenantId, userId, kind, importId: job.id, ...input, ...descriptors },
        (done) => setProgress(job, done),
        signal,
      );
    };
    const checkResult = await queue(tenantId, run, signal);
    earlierRows.close();
    return { checkResult, rows, errorRows };
  } catch (error) {
    for (const file of created) file.close();
    throw error;
  } finally {
    release();
  }
}
