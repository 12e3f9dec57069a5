import type { Clock } from "../platform/clock.ts";
import type { Tx } from "../storage/database/statement.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";
import * as store from "../storage/jobs/records.ts";
import { UNDO_MS } from "./job.ts";

/** Ended jobs are listed for a year. */
const LISTED_MS = 365 * 24 * 3600 * 1000;

/** Removes journals that nobody can use any more. Returns the number of removed rows, at most `limit`. */
export function removeOldJournals(tx: Tx, clock: Clock, kinds: readonly JobKind[], limit: number): number {
  const before = new Date(clock.ago(UNDO_MS)).toISOString();
  const undoable = new Set(kinds.filter(({ isUndoable }) => isUndoable).map(({ name }) => name));
  const old = store.withJournal
    .all(tx, {})
    .find(({ kind, finishedDT }) => !undoable.has(kind) || (finishedDT ?? before) < before);
  return old === undefined ? 0 : store.removeJournal.run(tx, { jobId: old.oid, limit }).changes;
}

/** Removes jobs that ended a year ago. Returns the number of removed jobs, at most `limit`. */
export function removeOldJobs(tx: Tx, limit: number): number {
  const before = new Date(Date.parse(tx.now) - LISTED_MS).toISOString();
  return store.removeOld.run(tx, { before, limit }).changes;
}
