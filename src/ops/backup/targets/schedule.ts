import { pauseAfter } from "../../../platform/back-off.ts";
import { nextDigest } from "../../../platform/zone-time.ts";
import type { BackupSchedule } from "./shapes.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const RETRY_PAUSES_MS: readonly number[] = [5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** Hour of a daily backup by default. */
export const DEFAULT_HOUR = 2;

/** The past of a target. Times are milliseconds since 1970. */
export interface Past {
  readonly activeSince: number;
  /** Start of the last run; null: there was none since `activeSince`. */
  readonly lastStart: number | null;
  readonly lastEnd: number | null;
  /** Failed runs since the last complete one. */
  readonly failures: number;
}

/** When the next backup is due: the first one at once, a failed one again after a pause that grows to an hour. */
export function nextRun(schedule: BackupSchedule, past: Past, timeZone: string): number {
  if (past.lastStart === null) return past.activeSince;
  const planned = nextSlot(schedule, past.lastStart, timeZone);
  if (past.failures === 0 || past.lastEnd === null) return planned;
  return Math.min(planned, past.lastEnd + pauseAfter(RETRY_PAUSES_MS, past.failures));
}

/** The first time after `from` by the schedule. */
function nextSlot({ every, atHour }: BackupSchedule, from: number, timeZone: string): number {
  if (every === "hour") return (Math.floor(from / HOUR_MS) + 1) * HOUR_MS;
  return nextDigest(from, atHour ?? DEFAULT_HOUR, timeZone);
}

/** Whether the last complete backup (else the begin) is too long ago: more than two intervals and an hour. */
export function isOverdue({ every }: BackupSchedule, lastSuccess: number, now: number): boolean {
  return now - lastSuccess > 2 * (every === "hour" ? HOUR_MS : DAY_MS) + HOUR_MS;
}

const PROOF_EVERY_MS = 7 * DAY_MS;
const PROOF_RETRY_MS = 12 * HOUR_MS;
const PROOF_OVERDUE_MS = 14 * DAY_MS;

/**
 * When the next proof is due: an hour after the first backup, then weekly; again after half a day where it could not be made.
 * Null: there is no backup.
 */
export function nextProof(
  firstBackup: number | null,
  lastProof: number | null,
  lastError: number | null,
): number | null {
  if (firstBackup === null) return null;
  const planned = lastProof === null ? firstBackup + HOUR_MS : lastProof + PROOF_EVERY_MS;
  return lastError === null ? planned : Math.max(planned, lastError + PROOF_RETRY_MS);
}

/** Whether the newest backups are unproven. `since`: the last proof, else the first backup. */
export function isProofOverdue(since: number, now: number): boolean {
  return now - since > PROOF_OVERDUE_MS;
}
