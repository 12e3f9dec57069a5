import type { TargetProblem } from "../../../domain/backup-targets.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { historyOf, isDamaged, isProofDue, isRemovalFailing, lastingState } from "./history.ts";
import { listTargets } from "./targets.ts";

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
