import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Checked } from "./check.ts";
import type { RowFault } from "./faults.ts";
import type { PlanResult } from "./plan.ts";
import { cancelled } from "./refusals.ts";
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
  state: State;
  /** Rows done of how many; the second is not known before the file is read. */
  done: number;
  total: number | null;
  checked: Checked | null;
  /** What has been applied. */
  applied: PlanResult | null;
  /** What was wrong when it was tried to apply it. */
  faults: readonly RowFault[] | null;
  files: Files | null;
  /** What is under way. */
  work: { readonly abort: AbortController; readonly ended: Promise<void> } | null;
  /** Called when something of this has changed. */
  readonly listeners: Set<() => void>;
}

/** The upload and the rows read from it: open files without a name, gone with their descriptors. */
export interface Files {
  readonly upload: number;
  readonly rows: number;
  close(): void;
}

/** Keeps an uploaded file beyond its request. */
export function keepFiles(uploaded: string): Files {
  const upload = openSync(uploaded, "r");
  try {
    const path = join(tmpdir(), `tallybox-import-${randomUUID()}`);
    const rows = openSync(path, "wx+", 0o600);
    unlinkSync(path);
    return {
      upload,
      rows,
      close() {
        closeSync(upload);
        closeSync(rows);
      },
    };
  } catch (error) {
    closeSync(upload);
    throw error;
  }
}

/** Lets the import's files go. */
export function closeFiles(one: Import): void {
  one.files?.close();
  one.files = null;
}

/** Notes where the import stands now. */
export function move(one: Import, state: State): void {
  one.state = state;
  progress(one, state === "applying" ? 0 : (one.total ?? 0));
}

/** Notes how many rows are done. */
export function progress(one: Import, done: number): void {
  one.done = done;
  for (const listener of one.listeners) listener();
}

/** Does a piece of work on an import that can be aborted: it rejects with WrongState then. */
export async function during(
  one: Import,
  work: (files: Files, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (one.files === null) throw new Error("the import's files are gone");
  const abort = new AbortController();
  const working = work(one.files, abort.signal);
  const end = () => {};
  one.work = { abort, ended: working.then(end, end) };
  try {
    await working;
  } catch (error) {
    throw abort.signal.aborted ? cancelled() : error;
  } finally {
    one.work = null;
  }
}
