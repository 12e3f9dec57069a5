import { type Message, msg } from "../../../domain/message.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import type { Tone } from "../../ui/badge.tsx";
import type { IconName } from "../../ui/icon.tsx";

export type DestinationKind = BackupTarget["destination"]["kind"];

/** What a kind of target is for people. */
export const KIND_TEXTS: Readonly<Record<DestinationKind, Message>> = {
  folder: msg("A disk or network folder of this server"),
  sftp: msg("Another computer (SFTP)"),
  s3: msg("Cloud storage (S3)"),
  rest: msg("Backup server (restic REST)"),
};

/** What speaks for a kind of target. */
export const KIND_HINTS: Readonly<Record<DestinationKind, Message>> = {
  folder: msg("A USB disk, or a NAS that is mounted on the server"),
  sftp: msg("Any Linux machine or NAS with SSH, also in another building"),
  s3: msg("Of any provider, or a NAS that offers S3"),
  rest: msg("Can forbid deleting: an intruder can't remove backups"),
};

/** Where a target is, in one line. */
export function placeOf({ destination }: Pick<BackupTarget, "destination">): string {
  switch (destination.kind) {
    case "folder":
      return destination.path;
    case "sftp":
      return `${destination.user}@${destination.host}:${destination.path}`;
    case "s3":
      return `${destination.endpoint}/${destination.bucket}`;
    case "rest":
      return destination.url;
  }
}

/** A state in a badge. */
export interface StateBadge {
  readonly text: Message;
  readonly tone: Tone;
  readonly icon?: IconName;
}

/** Whether the backups of a target are made. */
export const stateBadgeOf = ({ state }: BackupTarget): StateBadge => STATES[state];

const STATES: Readonly<Record<BackupTarget["state"], StateBadge>> = {
  never: { text: msg("Not run yet"), tone: "neutral" },
  running: { text: msg("Running", "backup"), tone: "info" },
  ok: { text: msg("Up to date"), tone: "success", icon: "there" },
  failed: { text: msg("Failed", "backup"), tone: "danger", icon: "warning" },
  overdue: { text: msg("Overdue"), tone: "danger", icon: "warning" },
  paused: { text: msg("Paused", "backup"), tone: "muted" },
};

/** Whether the backups of a target are known to restore. */
export function proofBadgeOf({ proof, isProving, isProofDue }: BackupTarget): StateBadge {
  if (isProving) return PROOFS.running;
  if (proof !== null && !proof.isWhole) return PROOFS.failed;
  return proof === null || isProofDue ? PROOFS.unproven : PROOFS.proven;
}

const PROOFS = {
  running: { text: msg("Test restore running"), tone: "info" },
  unproven: { text: msg("Unproven"), tone: "warning" },
  proven: { text: msg("Proven"), tone: "success", icon: "there" },
  failed: { text: msg("Test restore failed"), tone: "danger", icon: "warning" },
} as const satisfies Record<string, StateBadge>;

/** What the state of a target means, in a sentence. */
export function stateText(target: BackupTarget): string {
  const { state, pause, lastSuccess, nextRunDT } = target;
  const last = lastSuccess === null ? "" : when(lastSuccess.startedDT);
  switch (state) {
    case "never":
      return nextRunDT === null
        ? t(msg("No backup was made yet."))
        : t(msg("No backup was made yet. The first one begins at {at}."), { at: when(nextRunDT) });
    case "running":
      return last === ""
        ? t(msg("The first backup is running, and counting goes on."))
        : t(msg("A backup is running, and counting goes on. The one before has everything up to {last}."), {
            last,
          });
    case "ok":
      return t(msg("The newest backup has everything up to {last}."), { last });
    case "failed":
      return last === ""
        ? t(msg("The backup failed, and there is no good one yet."))
        : t(msg("The last backup failed. The newest good one has everything up to {last}."), { last });
    case "overdue":
      return last === ""
        ? t(msg("The backup is late, and there is none yet. Choose Back up now."))
        : t(
            msg(
              "The backup is late. The newest one has everything up to {last}. If the server was switched off, it catches up by itself; otherwise choose Back up now.",
            ),
            { last },
          );
    case "paused":
      if (pause === "restored")
        return t(
          msg(
            "Paused, because this server was restored from a backup: two servers must not write to one place. Resume it if the earlier server is switched off for good.",
          ),
        );
      return last === ""
        ? t(msg("No backups are made."))
        : t(msg("No new backups are made. The newest one is of {at}."), { at: last });
  }
}

/** A schedule, such as "Every day at 2:00". */
export function scheduleText({ every, atHour }: BackupTarget["schedule"]): string {
  return every === "hour" ? t(msg("Every hour")) : t(msg("Every day at {at}"), { at: hourText(atHour ?? 0) });
}

/** An hour of the day as the browser's region writes it. */
export const hourText = (hour: number) =>
  when(new Date(2000, 0, 1, hour).getTime(), new Date(2000, 0, 1).getTime());

/** How long backups are kept. */
export function retentionText(retention: BackupTarget["retention"]): string {
  return retention === null
    ? t(msg("As the target decides; this server removes nothing"))
    : t(msg("{daily} days, {weekly} weeks, {monthly} months"), {
        daily: number(retention.daily),
        weekly: number(retention.weekly),
        monthly: number(retention.monthly),
      });
}
