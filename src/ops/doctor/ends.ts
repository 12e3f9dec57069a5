import { join } from "node:path";
import { readSmallFile } from "../../platform/read-file.ts";
import { EXIT } from "../../platform/startup-error.ts";
import { EXIT_MEANINGS } from "./meaning.ts";

const CACHE_FOLDER = "/var/cache/tallybox";
const SHOWN = 5;

/** What the results of the service manager mean (systemd.exec(5), $SERVICE_RESULT). */
const RESULTS: Readonly<Record<string, string>> = {
  watchdog: "it gave no sign of life for a minute and was killed (watchdog)",
  "oom-kill": "it was killed because memory ran out",
  timeout: "it took too long to start or to stop",
  signal: "it was killed by a signal",
  "core-dump": "it crashed",
  "exit-code": "it ended by itself",
};

/** How often the service has ended without being asked to, and how, the last time last; from scripts/note-end.sh. */
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
  const why = (Object.keys(EXIT) as (keyof typeof EXIT)[]).find((name) => EXIT[name] === Number(status));
  return ` with status ${status}${why === undefined ? "" : `: ${EXIT_MEANINGS[why]}`}`;
}
