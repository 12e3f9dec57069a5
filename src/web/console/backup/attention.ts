import { backupErrorText, REPEATED_REMOVALS } from "../../../domain/backup-targets.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { BackupTarget, ServerStatus } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import type { QueryResult } from "../../query/query-state.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { isDamaged } from "./safety.ts";

/** A target that needs attention, in a sentence. */
export interface TargetProblem {
  readonly oid: number;
  readonly text: string;
}

/** The targets of automatic backups; no request for those who may not see them. */
export const useBackupTargets = (): QueryResult<readonly BackupTarget[]> =>
  useLiveQuery(may("server") ? call("GET /api/backup/targets") : null, { everySeconds: 30 });

/** What needs attention at the targets: failed, late, not restorable, unproven, not removable, paused by a restore, at no other place than the data. */
export function targetProblems(targets: readonly BackupTarget[]): readonly TargetProblem[] {
  const isElsewhere = targets.some(({ isActive, risk }) => isActive && risk === null);
  return targets.flatMap((target) => {
    const { oid, name, isActive, risk } = target;
    const texts = textsOf(target);
    if (isActive && !isElsewhere && risk !== null) texts.push(t(TEXTS[risk], { name }));
    return texts.map((text) => ({ oid, text }));
  });
}

function textsOf(target: BackupTarget): string[] {
  const { name, state, pause, lastRun, lastSuccess, isProofDue, removalError } = target;
  const texts: string[] = [];
  if (state === "failed" && lastRun?.error != null)
    texts.push(
      t(msg("The backup to {name} failed. {reason}"), { name, reason: t(backupErrorText(lastRun.error)) }),
    );
  if (state === "overdue")
    texts.push(
      lastSuccess === null
        ? t(msg("The backup to {name} is late: there is none yet"), { name })
        : t(msg("The backup to {name} is late: the newest one is of {last}"), {
            name,
            last: when(lastSuccess.startedDT),
          }),
    );
  if (pause === "restored") texts.push(t(TEXTS.restored, { name }));
  if (isDamaged(target)) texts.push(t(TEXTS.disproven, { name }));
  else if (isProofDue) texts.push(t(TEXTS.unproven, { name }));
  if (removalError !== null && removalError.failures >= REPEATED_REMOVALS && pause === null)
    texts.push(
      t(msg("Old backups at {name} can't be removed. {reason}"), {
        name,
        reason: t(backupErrorText(removalError.error)),
      }),
    );
  return texts;
}

/** The same of the server's status, which names no reasons. */
export const statusText = ({ name, problem }: ServerStatus["backupTargets"][number]): string =>
  t(STATUS_TEXTS[problem], { name });

const TEXTS = {
  sameDisk: msg("The backup is on the same disk as the data: {name}"),
  sameMachine: msg("The backup is on the same machine as the data: {name}"),
  restored: msg("Backups to {name} are paused since the restore"),
  disproven: msg("The backup at {name} can't be restored completely"),
  unproven: msg("The backups at {name} are unproven: none was restored as a test in the last 14 days"),
};
const STATUS_TEXTS = {
  damaged: TEXTS.disproven,
  failed: msg("The backup to {name} has failed"),
  overdue: msg("The backup to {name} is late"),
  restored: TEXTS.restored,
  unproven: TEXTS.unproven,
  removal: msg("Old backups at {name} can't be removed"),
  sameDisk: TEXTS.sameDisk,
  sameMachine: TEXTS.sameMachine,
};
