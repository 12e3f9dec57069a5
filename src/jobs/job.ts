import { orNotFound, WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import type { Clock } from "../platform/clock.ts";
import { deserializeError, type SerializedError } from "../platform/workers/protocol.ts";
import type { Db } from "../storage/database/statement.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";
import * as store from "../storage/jobs/records.ts";
import { cancelledError } from "./job-errors.ts";

/** Time in which a finished job can be undone. */
export const UNDO_MS = 7 * 24 * 3600 * 1000;

/** A stored job with the name of its user. */
export type JobRow = NonNullable<ReturnType<typeof store.record.first>>;

/** The job of this id. Throws NotFound. */
export function findJob(db: Db, tenantId: number, oid: number): JobRow {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Job not found."));
}

/** The unfinished job of these kinds on a record; null: none. A finished one that is being undone counts too. */
export function unfinishedJobOf(
  db: Db,
  tenantId: number,
  subjectId: number,
  kinds: readonly string[],
): { oid: number; kind: string } | null {
  // Records of other tables have the same ids.
  return store.unfinishedOf.all(db, { tenantId, subjectId }).find(({ kind }) => kinds.includes(kind)) ?? null;
}

/** Whether the job waits or runs. */
export function isUnfinished({ state }: Pick<JobRow, "state">): boolean {
  return state === "waiting" || state === "running";
}

/** The error of a failed job; null: it has none. */
export function errorOf({ error }: Pick<JobRow, "error">): Error | null {
  return error === null ? null : deserializeError(JSON.parse(error) as SerializedError);
}

/** The result of an ended job. Throws the error of its program, or WrongState when it was cancelled. */
export function outcomeOf(job: JobRow): unknown {
  if (job.state === "failed") throw errorOf(job) ?? new Error(`job ${job.oid} failed without an error`);
  if (job.state === "cancelled") throw cancelledError();
  return job.result === null ? null : JSON.parse(job.result);
}

/** Throws WrongState unless the job waits or runs, and can be cancelled. */
export function assertCancellable(job: JobRow): void {
  if (!isUnfinished(job)) throw new WrongState(msg("The job has ended."));
  if (job.undoState !== null) throw new WrongState(msg("The job is being undone."));
  if (job.isFinal === 1) throw new WrongState(msg("The job can't be cancelled any more."));
}

/** Throws WrongState unless the job is done, of a kind that can be undone, and not older than seven days. */
export function assertUndoable(job: JobRow, kind: JobKind | undefined, clock: Clock): void {
  if (job.state !== "done") throw new WrongState(msg("Only a finished job can be undone."));
  if (kind?.isUndoable !== true) throw new WrongState(msg("This work can't be undone."));
  if (!isYoung(job, clock)) throw new WrongState(msg("A job can be undone for seven days only."));
}

/** Whether `assertUndoable` passes. */
export function canBeUndone(job: JobRow, kind: JobKind | undefined, clock: Clock): boolean {
  return job.state === "done" && kind?.isUndoable === true && isYoung(job, clock);
}

/** Whether a finished job is less than seven days old, without jumps of the clock. */
const isYoung = ({ finishedDT }: Pick<JobRow, "finishedDT">, clock: Clock) =>
  finishedDT !== null && clock.ago(UNDO_MS) <= Date.parse(finishedDT);

/** The end of the time in which a finished job can be undone, ISO 8601. */
export function undoUntil({ finishedDT }: Pick<JobRow, "finishedDT">): string {
  return finishedDT === null ? "" : new Date(Date.parse(finishedDT) + UNDO_MS).toISOString();
}
