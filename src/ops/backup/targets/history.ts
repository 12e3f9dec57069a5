import {
  type BackupError,
  REPEATED_REMOVALS,
  type TargetProblem,
  type TargetState,
} from "../../../domain/backup-targets.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { isOverdue, isProofOverdue, nextProof, nextRun, type Past } from "./schedule.ts";
import type { BackupRun } from "./shapes.ts";
import * as store from "./store.ts";
import { listTargets, type Target } from "./targets.ts";

/** What has happened at a target. */
interface History {
  readonly lastRun: BackupRun | null;
  readonly lastSuccess: BackupRun | null;
  /** End of the first complete backup, in milliseconds since 1970; null: there is none. */
  readonly firstBackup: number | null;
  readonly past: Past;
}

/** Reads what has happened at a target. */
export function historyOf(db: Db, target: Target): History {
  const { oid: targetId } = target;
  const activeSince = Date.parse(target.activeSince);
  const lastRun = store.runsOf.all(db, { targetId, limit: 1 })[0] ?? null;
  const lastSuccess = store.lastSuccess.first(db, { targetId });
  const first = store.firstSuccess.first(db, { targetId });
  const isSince = lastRun !== null && Date.parse(lastRun.endedDT) >= activeSince;
  const past: Past = {
    activeSince,
    lastStart: isSince ? Date.parse(lastRun.startedDT) : null,
    lastEnd: isSince ? Date.parse(lastRun.endedDT) : null,
    failures: isSince ? (store.failures.first(db, { targetId, none: 0 })?.count ?? 0) : 0,
  };
  return { lastRun, lastSuccess, firstBackup: first && Date.parse(first.endedDT), past };
}

/** When the next backup and the next proof are due, in milliseconds since 1970; null: never. */
export function dueTimes(target: Target, { firstBackup, past }: History, timeZone: string) {
  if (target.pause !== null) return { nextRun: null, nextProof: null };
  const { proof, proofError, schedule } = target;
  const lastError = proofError && Date.parse(proofError.at);
  return {
    nextRun: nextRun(schedule, past, timeZone),
    nextProof: nextProof(firstBackup, proof && Date.parse(proof.at), lastError),
  };
}

/** State of a target without its running backup. */
export function lastingState(
  { pause, schedule }: Target,
  { lastRun, lastSuccess, past }: History,
  now: number,
): Exclude<TargetState, "running"> {
  if (pause !== null) return "paused";
  if (lastRun !== null && lastRun.error !== null) return "failed";
  const since = Math.max(past.activeSince, lastSuccess === null ? 0 : Date.parse(lastSuccess.startedDT));
  if (isOverdue(schedule, since, now)) return "overdue";
  return lastSuccess === null ? "never" : "ok";
}

/** Errors of a proof that tell of the backups, not of the way to them. */
const DISPROVING: readonly BackupError[] = ["damaged", "passphrase", "noRepository"];

/** Whether the last proof, or the last try, has found damage. A proof removes the errors before it. */
const isDamaged = ({ proof, proofError }: Target) =>
  proof?.isWhole === false || proofError?.error === "damaged";

/** Whether old backups could not be removed again and again. */
const isRemovalFailing = ({ pause, removalError }: Target) =>
  pause === null && (removalError?.failures ?? 0) >= REPEATED_REMOVALS;

/**
 * Whether the last proof or try has found that the backups can't be restored, no proof could be made yet, or the last one is too
 * long ago.
 */
export function isProofDue({ pause, proof, proofError, activeSince }: Target, history: History, now: number) {
  if (pause !== null || history.lastSuccess === null) return false;
  if (proofError !== null && DISPROVING.includes(proofError.error)) return true;
  if (proof === null ? proofError !== null : !proof.isWhole) return true;
  return isProofOverdue(Math.max(Date.parse(proof?.at ?? activeSince), Date.parse(activeSince)), now);
}

/** A target that needs attention. */
export interface TargetAttention {
  readonly oid: number;
  readonly name: string;
  readonly problem: TargetProblem;
  /** Time of the last complete backup; null: there is none. */
  readonly lastBackupAt: string | null;
  /** Time of the last proof; null: there was none. */
  readonly lastProofAt: string | null;
}

/** The targets that need attention, each with its most important problem. */
export function listTargetProblems({ db, clock }: { db: Db; clock: Clock }): TargetAttention[] {
  const now = clock.now();
  const targets = listTargets(db);
  const isElsewhere = targets.some(({ pause, risk }) => pause === null && risk === null);
  return targets.flatMap((target) => {
    const history = historyOf(db, target);
    const state = lastingState(target, history, now);
    const problem =
      isDamaged(target) && target.pause === null
        ? "damaged"
        : state === "failed" || state === "overdue"
          ? state
          : target.pause === "restored"
            ? "restored"
            : isProofDue(target, history, now)
              ? "unproven"
              : isRemovalFailing(target)
                ? "removal"
                : target.pause === null && !isElsewhere
                  ? target.risk
                  : null;
    if (problem === null) return [];
    const { oid, name, proof } = target;
    const lastBackupAt = history.lastSuccess?.startedDT ?? null;
    return [{ oid, name, problem, lastBackupAt, lastProofAt: proof?.at ?? null }];
  });
}
