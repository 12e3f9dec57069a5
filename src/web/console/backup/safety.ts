import { type Message, msg } from "../../../domain/message.ts";
import type { BackupTarget, BoxChecks } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";

/** The answer to "are the data safe?", for all targets together. */
export interface Safety {
  readonly tone: "success" | "warning" | "danger" | "info";
  readonly title: string;
  /** Since when, and what to do. */
  readonly text: string;
}

/** The last test restore, or the last try of one, has found damage. */
export const isDamaged = ({ proof, proofError }: BackupTarget) =>
  proof?.isWhole === false || proofError?.error === "damaged";

const isBad = (target: BackupTarget) =>
  target.state === "failed" || target.state === "overdue" || isDamaged(target);
const isProven = ({ proof, isProofDue }: BackupTarget) => proof?.isWhole === true && !isProofDue;

/** Says whether the data are safe: `backup` is the last copy by a download or the site's own tool. */
export function safetyOf(targets: readonly BackupTarget[], backup: BoxChecks["backup"]): Safety {
  const active = targets.filter(({ state }) => state !== "paused");
  if (active.length === 0) return byHand(targets.length > 0, backup);
  const complete = active.filter((target) => !isBad(target) && target.lastSuccess !== null);
  const good = complete.filter(({ risk }) => risk === null);
  const bad = active.filter(isBad);
  const newest = newestOf(good);
  if (newest === null) return atRisk(complete) ?? withoutGood(active, bad);
  const place = newest.name;
  const last = lastOf(newest);
  if (bad.length > 0)
    return {
      tone: "warning",
      title: t(msg("Backed up, but not everywhere")),
      text: t(msg("Everything up to {last} is at {place}. This needs attention: {bad}."), {
        place,
        last,
        bad: bad.map(({ name }) => name).join(", "),
      }),
    };
  const proven = newestOf(good.filter(isProven));
  if (proven === null)
    return {
      tone: "warning",
      title: t(msg("Backed up, but not proven yet")),
      text: t(
        msg(
          "Everything up to {last} is at {place}. Whether it can be restored is known after the first test restore, which the server does by itself.",
        ),
        { place, last },
      ),
    };
  const at = proven.proof === null ? "" : when(proven.proof.at);
  return {
    tone: "success",
    title: t(msg("Your data are safe")),
    text: t(
      msg(
        "Everything up to {last} is at {place}. The server has restored a backup as a test at {at}, and it was complete.",
      ),
      { place, last, at },
    ),
  };
}

/** No target is active. `backup` may be the last one of a target that is paused or was removed. */
function byHand(isPaused: boolean, backup: BoxChecks["backup"]): Safety {
  if (backup === null)
    return state(
      "danger",
      isPaused ? PAUSED : msg("The data are not backed up"),
      t(
        msg(
          "If this server's disk fails, everything is lost. Set up an automatic backup to another machine or disk.",
        ),
      ),
    );
  const texts = {
    download: msg(
      "The last backup was downloaded at {at}. Everything after it would be lost. An automatic backup needs nobody who remembers it.",
    ),
    folder: msg(
      "Your own tool made the last copy at {at}. This server can't test it. An automatic backup is restored as a test every week.",
    ),
    target: msg("No new backups are made. The newest one is of {at}."),
  };
  const text = t(texts[backup.kind], { at: when(backup.at) });
  return state("warning", isPaused ? PAUSED : msg("No automatic backup"), text);
}

/** The only complete backups are where the data are; null: there are none. */
function atRisk(complete: readonly BackupTarget[]): Safety | null {
  const newest = newestOf(complete);
  if (newest === null) return null;
  const values = { place: newest.name, last: lastOf(newest) };
  return newest.risk === "sameDisk"
    ? state(
        "danger",
        msg("The backup is on the same disk as the data"),
        t(
          msg(
            "Everything up to {last} is at {place}. If the disk fails, both are lost. Add a target on another disk or machine.",
          ),
          values,
        ),
      )
    : state(
        "danger",
        msg("The backup is on the same machine as the data"),
        t(
          msg(
            "Everything up to {last} is at {place}, which is this server itself. If it is lost, so may be the backup. Add a target on another machine.",
          ),
          values,
        ),
      );
}

/** No target has a backup that is good. */
function withoutGood(active: readonly BackupTarget[], bad: readonly BackupTarget[]): Safety {
  if (bad.some(isDamaged))
    return state(
      "danger",
      msg("The backup can't be restored completely"),
      t(
        msg(
          "A test restore has found problems. Add another target now, and download a backup until it works.",
        ),
      ),
    );
  const stale = newestOf(bad.filter(({ lastSuccess }) => lastSuccess !== null));
  if (stale !== null)
    return state(
      "danger",
      msg("The backup is out of date"),
      t(
        msg(
          "If this server fails now, everything since {last} is lost. What to do is written at the target below.",
        ),
        { last: lastOf(stale) },
      ),
    );
  if (bad.length > 0)
    return state(
      "danger",
      msg("The data are not backed up"),
      t(msg("The first backup failed. What to do is written at the target below.")),
    );
  if (active.some(({ state: now }) => now === "running"))
    return state(
      "info",
      msg("The first backup is running"),
      t(msg("The data are safe once it is complete. Work and counting go on.")),
    );
  return state(
    "warning",
    msg("No backup yet"),
    t(msg("The first backup begins by itself. You can start it now.")),
  );
}

const state = (tone: Safety["tone"], title: Message, text: string): Safety => ({
  tone,
  title: t(title),
  text,
});

function newestOf(targets: readonly BackupTarget[]): BackupTarget | null {
  return targets.reduce<BackupTarget | null>(
    (best, one) => (best === null || timeOf(one) > timeOf(best) ? one : best),
    null,
  );
}

const timeOf = ({ lastSuccess }: BackupTarget) =>
  lastSuccess === null ? 0 : Date.parse(lastSuccess.startedDT);
const lastOf = ({ lastSuccess }: BackupTarget) => (lastSuccess === null ? "" : when(lastSuccess.startedDT));

const PAUSED = msg("Automatic backups are paused");
