import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { EXIT } from "../../platform/startup-error.ts";

const CACHE_FOLDER = "/var/cache/tallybox";
const SHOWN = 5;

/** Descriptions of the service manager's results (systemd.exec(5), $SERVICE_RESULT). */
const RESULTS: Readonly<Record<string, string>> = {
  watchdog: "it did not respond for a minute and was killed (watchdog)",
  "oom-kill": "it was killed because memory ran out",
  timeout: "it took too long to start or to stop",
  signal: "it was killed by a signal",
  "core-dump": "it crashed",
  "exit-code": "it ended by itself",
};

/** Number and reasons of unexpected ends of the service, the latest last; recorded by scripts/note-end.sh. */
export function unexpectedEnds(folder: string = CACHE_FOLDER): string[] {
  const lines = (readSmallFile(join(folder, "ends")) ?? "").split("\n").filter((line) => line !== "");
  const total = lines.at(-1)?.split(" ")[0];
  if (total === undefined) return ["it has never ended unexpectedly"];
  const plural = total === "1" ? "time" : "times";
  return [`it has ended unexpectedly ${total} ${plural}; the last ones:`, ...lines.slice(-SHOWN).map(lineOf)];
}

function lineOf(line: string): string {
  const [, first = "", last = "", times = "1", result = "", , status = ""] = line.split(" ");
  const when = times === "1" ? last : `${last} (${times} times since ${first})`;
  return `  ${when}: ${RESULTS[result] ?? result}${detailOf(result, status)}`;
}

function detailOf(result: string, status: string): string {
  if (result === "signal" || result === "core-dump") return ` (${status})`;
  if (result !== "exit-code") return "";
  const kind = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === Number(status));
  return ` with status ${status}${kind === undefined ? "" : `: ${EXIT_MEANINGS[kind]}`}`;
}

/** Descriptions of the exit statuses of startup errors. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  setting: "a setting, a port or an address is wrong",
  inUse: "another process uses the data folder",
  newer: "the data were written by a newer version of the program",
  damaged: "the database can't be read",
  foreign: "the data folder contains other files, or a restore was interrupted",
  readOnly: "the data folder can't be written",
  full: "the disk is full",
};
