import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { UNFINISHED } from "../../storage/file-names.ts";
import type { Checked } from "./check.ts";
import type { Chosen } from "./chosen.ts";
import { cancelled, fileIsGone } from "./import-errors.ts";
import type { ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { RowFault } from "./row-errors.ts";
import type { Kind } from "./values.ts";

/** Where an import stands. `failed`: it could not be applied, nothing was changed, and it may be tried again. */
export const STATES = ["checking", "checked", "applying", "applied", "failed", "cancelled"] as const;
export type State = (typeof STATES)[number];

/** What is known of an import; it stands in memory alone. */
export interface Import {
  readonly id: number;
  readonly tenantId: number;
  readonly kind: Kind;
  readonly fileName: string;
  /** ISO 8601. */
  readonly createdDT: string;
  readonly createdBy: string;
  /** What was chosen for columns at the upload, by their headers. */
  readonly byHeader: Chosen;
  /** As they were given for the last check that ended. */
  options: ImportOptions;
  state: State;
  /** Rows done of how many; the second is not known before the file is read. */
  done: number;
  total: number | null;
  checked: Checked | null;
  /** What has been applied. */
  applied: PlanResult | null;
  /** What was wrong when it was tried to apply it. */
  faults: readonly RowFault[] | null;
  readonly files: Files;
  /** What is under way. */
  work: { readonly abort: AbortController; readonly ended: Promise<void> } | null;
  /** Checks under way or waiting for their turn. */
  checks: number;
  /** Grows with each check. */
  revision: number;
  /** Called when something of this has changed. */
  readonly listeners: Set<() => void>;
}

/** Open files without a name, gone with their descriptors; null: given back, or never needed. */
export interface Files {
  upload: OpenFile | null;
  /** The rows that can be imported. */
  rows: OpenFile | null;
  /** The rows with errors. */
  errorRows: OpenFile | null;
}

/** An open file that is closed once nobody reads it. */
export interface OpenFile {
  readonly descriptor: number;
  /** Keeps it open until what it gives is called. Throws WrongState where it is closed. */
  hold(): () => void;
  close(): void;
}

function openFile(descriptor: number): OpenFile {
  let holders = 1;
  const holding = () => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--holders === 0) closeSync(descriptor);
    };
  };
  return {
    descriptor,
    close: holding(),
    hold() {
      if (holders === 0) throw fileIsGone();
      holders++;
      return holding();
    },
  };
}

/** Keeps an uploaded file beyond its request. */
export function keepUpload(uploaded: string): Files {
  return { upload: openFile(openSync(uploaded, "r")), rows: null, errorRows: null };
}

/** An empty file without a name, on the disk of the data folder. */
export function temporaryFile(dataFolder: string): OpenFile {
  const path = join(dataFolder, `${UNFINISHED}import-${randomUUID()}`);
  const descriptor = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return openFile(descriptor);
}

/** Gives back some of an import's files. */
export function closeFiles({ files }: Import, names: readonly (keyof Files)[]): void {
  for (const name of names) {
    files[name]?.close();
    files[name] = null;
  }
}

/** Notes where the import stands now. */
export function move(one: Import, state: State): void {
  one.state = state;
  progress(one, state === "applying" || state === "checking" ? 0 : (one.total ?? 0));
}

/** Notes how many rows are done. */
export function progress(one: Import, done: number): void {
  one.done = done;
  for (const listener of one.listeners) listener();
}

/** Does a piece of work on an import that can be aborted: it rejects with WrongState then. */
export async function during<T>(one: Import, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const working = work(abort.signal);
  const end = () => {};
  const own = { abort, ended: working.then(end, end) };
  one.work = own;
  try {
    return await working;
  } catch (error) {
    throw abort.signal.aborted ? cancelled() : error;
  } finally {
    // Another piece of work may have begun as soon as this one had ended.
    if (one.work === own) one.work = null;
  }
}

/** Aborts a piece of work and waits until it has ended. */
export async function abort(work: NonNullable<Import["work"]>): Promise<void> {
  work.abort.abort();
  await work.ended;
}
