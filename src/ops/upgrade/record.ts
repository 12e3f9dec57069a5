import { join } from "node:path";
import { type Message, msg } from "../../domain/message.ts";
import { readSmallFile } from "../../platform/read-file.ts";

/** What was requested. */
export const ACTIONS = ["upgrade", "return"] as const;
export type Action = (typeof ACTIONS)[number];

/** A request as root's program records it (ops/installer/notes.ts). */
export interface UpgradeRecord {
  /** Null: the request was not understood. */
  readonly action: Action | null;
  /** The version before; null: none is known. */
  readonly from: string | null;
  /** The version that was to run; null: not known yet, because the bundle was not checked. */
  readonly version: string | null;
  /** ISO 8601. */
  readonly startedDT: string;
  /** The time of this state, ISO 8601. */
  readonly at: string;
  readonly state: "running" | "done" | "failed";
  /** Why it failed, by a name of REASONS; null: it did not. */
  readonly reason: string | null;
  /** A line of the scripts, in English; null: none. */
  readonly detail: string | null;
}

/**
 * The record of the last request; null: there was none. The one in memory is newer where there are two: it is written on a full
 * disk too.
 */
export function readRecord(run: string, app: string): UpgradeRecord | null {
  return parseRecord(readSmallFile(join(run, "record")) ?? readSmallFile(join(app, "last-upgrade")) ?? "");
}

/** The step of the running request; null: it has not noted one. */
export function readStep(run: string): string | null {
  return readSmallFile(join(run, "step"))?.trim() || null;
}

/** The values of lines `name=value`. */
export function valuesIn(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split("\n").map((line) => {
      const end = line.indexOf("=");
      return [line.slice(0, end), line.slice(end + 1)] as const;
    }),
  );
}

function parseRecord(text: string): UpgradeRecord | null {
  const values = valuesIn(text);
  const value = (name: string) => values.get(name) || null;
  const [startedDT, at, state] = [value("started"), value("at"), value("state")];
  if (startedDT === null || at === null) return null;
  return {
    action: ACTIONS.find((action) => action === value("action")) ?? null,
    from: value("from"),
    version: value("version"),
    startedDT,
    at,
    state: state === "running" || state === "done" ? state : "failed",
    reason: value("reason"),
    detail: value("detail"),
  };
}

/** Why a request failed, by the names that the installer gives (InstallerError). `old`: the version that runs. */
const REASONS: Readonly<Record<string, (old: string, version: string) => Message>> = {
  notUnderstood: () => msg("The request was not understood. Nothing was changed."),
  notBegun: () =>
    msg(
      "The machine did not take the request. Nothing was changed. Look at it there: systemctl status tallybox-upgrade.path",
    ),
  noBundle: () => msg("The bundle was no longer there. Nothing was changed. Upload it again."),
  unsigned: () => msg("The bundle has no signature. Nothing was changed. Upload its .sig file too."),
  untrusted: () =>
    msg(
      "The bundle can't be trusted: its signature does not match, or is of an unknown key. Nothing was changed. Download it again.",
    ),
  noKeys: () => msg("This server knows no key of releases, so it can't check a bundle. Nothing was changed."),
  notAFile: () => msg("The bundle is not a file. Nothing was changed. Upload it again."),
  notABundle: () => msg("The file is not a bundle of tallybox. Nothing was changed."),
  tooLarge: () => msg("The bundle is too large. Nothing was changed."),
  wrongProcessor: () => msg("The bundle is for another processor. Nothing was changed. Take the other one."),
  older: (old, version) => msg("{version} is older than {old}. Nothing was changed.", { version, old }),
  olderThanBefore: (_, version) =>
    msg("{version} is older than a version that ran here before. Nothing was changed.", { version }),
  same: (old) => msg("tallybox {old} is installed already. Nothing was changed.", { old }),
  busy: () => msg("Another installation or upgrade is running on this server. Wait until it has finished."),
  ownDisk: () =>
    msg(
      "The data folder is a disk of its own and can't be renamed. Nothing was changed. Mount the disk at /var/lib instead.",
    ),
  noSpace: (old) =>
    msg("There is not enough disk space. tallybox {old} runs, with its data as they were. Free some space.", {
      old,
    }),
  unhealthy: (old, version) =>
    msg("tallybox {version} did not work on a copy of the data. tallybox {old} runs again, with its data.", {
      version,
      old,
    }),
  notStarted: (old, version) =>
    msg("tallybox {version} did not start in its place. tallybox {old} runs again, with its data.", {
      version,
      old,
    }),
  serverDown: (old) => msg("tallybox {old} did not start again at once. Look at the machine's log.", { old }),
  interrupted: (old) =>
    msg("The machine or the upgrade was stopped in the middle. tallybox {old} runs, with its data.", { old }),
  noPrevious: () => msg("The previous version is no longer on this machine. Nothing was changed."),
  otherSchema: (_, version) =>
    msg("tallybox {version} can't use the present data. Nothing was changed.", { version }),
  noEarlierData: () => msg("The data from before the upgrade are no longer there. Nothing was changed."),
};

/** The result of a request, as one sentence or a few. `installed`: the version that runs. */
export function resultMessage(record: UpgradeRecord, installed: string): Message {
  const version = record.version ?? "";
  if (record.state === "done")
    return record.action === "return"
      ? msg("tallybox {version} runs again.", { version })
      : msg("tallybox {version} runs.", { version });
  const reason = REASONS[record.reason ?? ""];
  return reason === undefined
    ? msg("It failed. tallybox {old} runs.", { old: installed })
    : reason(record.from ?? installed, version);
}
