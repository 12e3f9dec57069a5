import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import type { Clock } from "../../platform/clock.ts";
import { toWriteError } from "../../storage/files/disk-errors.ts";
import { UNFINISHED_PREFIX } from "../../storage/files/file-names.ts";
import type { CheckResult } from "./check-program.ts";
import type { ColumnChoices } from "./header.ts";
import type { RowError } from "./issues.ts";
import type { ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { Column, FileHeaders, Values } from "./table-fields.ts";

/** Error of an id that no import has. */
export const importNotFound = () => new NotFound(msg("Import not found. Upload the file again."));

/** Error of a cancelled import. */
const importCancelled = () => new WrongState(msg("The import was cancelled. Nothing was changed."));

/** Error of a check that a check with other options has ended. */
export class CheckReplaced extends WrongState {
  constructor() {
    super(importCancelled().text);
  }
}

/** Error of an import that is applied again. */
export const alreadyApplied = () => new WrongState(msg("The import has been applied already."));

/** Error of an import that is applied while it is being applied. */
export const alreadyApplying = () => new WrongState(msg("The import is being applied already."));

/** Error of an import whose file was removed. */
export const fileDiscarded = () =>
  new WrongState(msg("The file is no longer on the server. Upload it again."));

/** Input of the job that applies an import. */
export interface ImportInput {
  readonly principal: Principal;
  readonly kind: TableKind;
  readonly fileName: string;
  /** Name of the file of valid rows (job-rows.ts), and their number. */
  readonly rows: string;
  readonly total: number;
  readonly headers: FileHeaders;
  readonly defaults: Values;
  /** The cause that the audit names. */
  readonly cause: string;
}

/** Result of the job. */
export interface ImportResult extends PlanResult {
  /** Photos that were added. */
  readonly photos: number;
  readonly kind: TableKind;
  readonly fileName: string;
}

/** States of an import. `failed`: applying failed, nothing was changed, and a retry is possible. */
export const IMPORT_STATES = ["checking", "checked", "applying", "applied", "failed", "cancelled"] as const;
type ImportState = (typeof IMPORT_STATES)[number];

/** An import job, kept in memory only. */
export interface Import {
  readonly id: number;
  readonly tenantId: number;
  readonly kind: TableKind;
  readonly fileName: string;
  /** ISO 8601. */
  readonly createdDT: string;
  readonly createdBy: string;
  /** The user who uploaded the file. */
  readonly userId: number;
  /** The columns of its kind of table at the last check. */
  columns: readonly Column[];
  /** Fields chosen at the upload, by header. */
  readonly byHeader: ColumnChoices;
  /** Options of the last completed check. */
  options: ImportOptions;
  state: ImportState;
  /** Rows done. `total` is null until the file is read. */
  done: number;
  total: number | null;
  checkResult: CheckResult | null;
  /** Result of applying. */
  applyResult: ImportResult | null;
  /** Errors of a failed attempt to apply. */
  applyErrors: readonly RowError[] | null;
  readonly files: ImportFiles;
  /** The work in progress. */
  work: { readonly abort: AbortController; readonly ended: Promise<void> } | null;
  /** Checks that run or wait. */
  checks: number;
  /** Incremented by each completed check. */
  revision: number;
  /** Called after each change of the job. */
  readonly listeners: Set<() => void>;
}

/** Open, unlinked files, which vanish with their descriptors. Null: closed, or never needed. */
interface ImportFiles {
  upload: OpenFile | null;
  /** The valid rows. */
  rows: OpenFile | null;
  /** The rows with errors. */
  errorRows: OpenFile | null;
}

/** A reference-counted open file. */
export interface OpenFile {
  readonly descriptor: number;
  /** Keeps the file open until the returned function is called. Throws WrongState if it is closed. */
  retain(): () => void;
  close(): void;
}

function openFile(descriptor: number): OpenFile {
  let references = 1;
  const reference = () => {
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      if (--references === 0) closeSync(descriptor);
    };
  };
  return {
    descriptor,
    close: reference(),
    retain() {
      if (references === 0) throw fileDiscarded();
      references++;
      return reference();
    },
  };
}

/** Creates an empty, unlinked file on the disk of the data folder. Throws Unavailable. */
export function temporaryFile(dataFolder: string): OpenFile {
  const path = join(dataFolder, `${UNFINISHED_PREFIX}import-${randomUUID()}`);
  try {
    const descriptor = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    return openFile(descriptor);
  } catch (error) {
    throw toWriteError(error);
  }
}

/** Closes some files of an import. */
export function closeFiles({ files }: Import, names: readonly (keyof ImportFiles)[]): void {
  for (const name of names) {
    files[name]?.close();
    files[name] = null;
  }
}

/** Sets the state, resets the progress and calls the listeners. */
export function setState(job: Import, state: ImportState): void {
  job.state = state;
  setProgress(job, state === "applying" || state === "checking" ? 0 : (job.total ?? 0));
}

/** Sets the number of rows done and calls the listeners. */
export function setProgress(job: Import, done: number): void {
  job.done = done;
  for (const listener of job.listeners) listener();
}

/** Runs abortable work on an import. Rejects with WrongState when aborted. */
export async function runAbortable<T>(job: Import, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const working = work(controller.signal);
  const end = () => {};
  const own = { abort: controller, ended: working.then(end, end) };
  job.work = own;
  try {
    return await working;
  } catch (error) {
    const { aborted, reason } = controller.signal;
    throw !aborted ? error : reason instanceof CheckReplaced ? reason : importCancelled();
  } finally {
    // Other work may have started as soon as this work had ended.
    if (job.work === own) job.work = null;
  }
}

/** Aborts work and waits for its end. `reason`: its error; by default that of a cancelled import. */
export async function abortAndWait(work: NonNullable<Import["work"]>, reason?: CheckReplaced): Promise<void> {
  work.abort.abort(reason);
  await work.ended;
}

const NOT_APPLICABLE: Readonly<Partial<Record<ImportState, () => WrongState>>> = {
  checking: () => new WrongState(msg("The file is still being checked.")),
  applying: alreadyApplying,
  applied: alreadyApplied,
  cancelled: importCancelled,
};

/** Returns the check result. Throws WrongState unless the import is checked, not applied, and has no errors (or has valid rows). */
export function assertApplicable(
  { state, checkResult }: Pick<Import, "state" | "checkResult">,
  isValidRows: boolean,
): CheckResult {
  const error = NOT_APPLICABLE[state];
  if (error || checkResult === null) throw error?.() ?? importCancelled();
  const { errorCount, validRows } = checkResult;
  if (errorCount > 0 && !isValidRows) {
    throw new WrongState(
      msg(
        "The file has errors ({errorCount}). Fix them, or import the valid rows only. Nothing was changed.",
        { errorCount },
      ),
    );
  }
  if (validRows === 0) {
    throw new WrongState(msg("There are no rows to import. Nothing was changed."));
  }
  return checkResult;
}

/** An uploaded table. */
export interface NewImport {
  readonly kind: TableKind;
  readonly options: ImportOptions;
  /** Fields chosen by header. */
  readonly byHeader: ColumnChoices;
  readonly path: string;
  readonly fileName: string;
}

const MAX_AGE_MS = 24 * 3600 * 1000;
const SWEEP_MS = 10 * 60_000;
/** Imports per tenant. */
const MAX_IMPORTS = 10;

/** Creates an empty registry. It removes idle jobs after a day. */
export function createImportRegistry(clock: Clock) {
  const jobs = new Map<number, Import>();
  let lastId = 0;
  const sweepTimer = setInterval(sweep, SWEEP_MS).unref();
  const ownedBy = (tenantId: number) => [...jobs.values()].filter((job) => job.tenantId === tenantId);

  function sweep(): void {
    const oldest = new Date(clock.ago(MAX_AGE_MS)).toISOString();
    for (const job of jobs.values()) if (job.work === null && job.createdDT < oldest) remove(job);
  }
  function remove(job: Import): void {
    jobs.delete(job.id);
    closeFiles(job, ["upload", "rows", "errorRows"]);
  }
  function removeSurplus(tenantId: number): void {
    const own = ownedBy(tenantId);
    const surplus = Math.max(0, own.length - (MAX_IMPORTS - 1));
    for (const job of own.filter(({ work }) => work === null).slice(0, surplus)) remove(job);
  }

  return {
    /** Adds a job. Removes the oldest idle jobs of the tenant beyond MAX_IMPORTS. */
    add({ tenantId, userId, userName }: Principal, { kind, fileName, byHeader, options, path }: NewImport) {
      sweep();
      removeSurplus(tenantId);
      // Unique across restarts, because the audit refers to it permanently.
      lastId = Math.max(lastId + 1, Math.floor(clock.now() / 1000));
      const job: Import = {
        id: lastId,
        tenantId,
        kind,
        columns: [],
        fileName,
        createdDT: clock.iso(),
        createdBy: userName,
        userId,
        byHeader,
        options,
        state: "checking",
        done: 0,
        total: null,
        checks: 0,
        revision: 0,
        checkResult: null,
        applyResult: null,
        applyErrors: null,
        work: null,
        // Opened, so that the upload outlives its request.
        files: { upload: openFile(openSync(path, "r")), rows: null, errorRows: null },
        listeners: new Set(),
      };
      jobs.set(job.id, job);
      return job;
    },
    has: (id: number) => jobs.has(id),
    /** Throws NotFound. */
    find(tenantId: number, id: number) {
      sweep();
      const job = jobs.get(id);
      if (job?.tenantId !== tenantId) throw importNotFound();
      return job;
    },
    /** Newest first. */
    list(tenantId: number) {
      sweep();
      return ownedBy(tenantId).reverse();
    },
    /** Removes a job and closes its files. */
    remove,
    /** Aborts all work and removes all jobs. */
    async stop() {
      clearInterval(sweepTimer);
      for (const job of jobs.values()) {
        while (job.work !== null) await abortAndWait(job.work);
        remove(job);
      }
    },
  };
}
