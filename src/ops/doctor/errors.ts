import { spawnSync } from "node:child_process";
import { parseJson } from "../../platform/parse-json.ts";

/** Number of warnings and errors that are read. */
const LINES = "500";
const SHOWN = 10;
/** The time of an entry is always in it. Its other fields may have many times the size of its message. */
const OUTPUT = ["--output=json", "--output-fields=MESSAGE", "--no-pager"];
/** Level of a warning in pino. */
const WARNING = 40;

/** The last warnings and errors since the start of the machine, from the journal. */
export function lastErrors(isInstalled: boolean): readonly string[] {
  if (!isInstalled)
    return ["the server was started by hand: its log is in the terminal where it was started"];
  // Filtered by the journal: the service logs each request, and the manager each start and stop.
  const filters = ["--unit=tallybox", "--boot", "--priority=warning", `--lines=${LINES}`];
  const journal = runCommand("journalctl", ...filters, ...OUTPUT);
  if (journal === null) return ["the journal does not exist or can't be read (use sudo)"];
  const found = journalErrors(journal);
  return found.length === 0 ? ["none since the machine was started"] : found;
}

interface LogEntry {
  readonly time: string | null;
  readonly message: string;
}

/** The last errors in journal entries (JSON lines), each with time and message. Repeated errors are combined. */
export function journalErrors(journal: string): string[] {
  return formatLast(
    journal.split("\n").flatMap((line) => {
      const entry = line === "" ? null : parsed(line);
      // A message that is not UTF-8 text is a list of bytes.
      const message = entry?.["MESSAGE"];
      const found = typeof message === "string" ? entryOf(message) : null;
      if (found === null) return [];
      const microseconds = Number(entry?.["__REALTIME_TIMESTAMP"]);
      return { ...found, time: found.time ?? new Date(microseconds / 1000).toISOString() };
    }),
  );
}

/**
 * The last warnings and errors in lines of the service log. Repeated errors are combined. Only time and message of an entry are
 * shown, never its other fields.
 */
export function logErrors(log: string): string[] {
  return formatLast(log.split("\n").flatMap((line) => entryOf(line) ?? []));
}

function formatLast(entries: readonly LogEntry[]): string[] {
  const groups: { entry: LogEntry; times: number }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.entry.message !== entry.message) groups.push({ entry, times: 1 });
    else last.times++;
  }
  return groups.slice(-SHOWN).map(({ entry: { time, message }, times }) => {
    const prefix = time === null ? "" : `${time} `;
    return `${prefix}${message}${times > 1 ? `, ${times} times` : ""}`;
  });
}

/**
 * Parses a line; null where it is not an error. A line that is not a log entry is from the system, or is a startup error. An
 * entry that a crash has truncated is not shown, because it may contain fields that must stay hidden.
 */
function entryOf(line: string): LogEntry | null {
  if (/^(ready |\s*$)/.test(line)) return null;
  if (!line.startsWith("{")) return { time: null, message: line };
  const logged = parsed(line);
  if (logged === null) return null;
  const { level, time, msg, err } = logged;
  if (typeof level !== "number" || level < WARNING) return null;
  const cause =
    typeof err === "object" && err !== null && "message" in err ? ` (${String(err.message)})` : "";
  return { time: String(time), message: `${String(msg)}${cause}` };
}

/** The entry of a line; null where it is truncated. */
function parsed(line: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(line);
  return typeof value === "object" && value !== null ? { ...value } : null;
}

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Runs a program of the system and returns its output; null where it is absent or fails. */
export function runCommand(program: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(program, args, {
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT,
  });
  return status === 0 ? stdout.trim() : null;
}
