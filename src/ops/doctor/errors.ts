import { runCommand } from "./run-command.ts";

/** So many entries are looked at: those of warnings and errors alone. */
const LINES = "500";
const SHOWN = 10;
/** pino's number of a warning. */
const WARNING = 40;

/** The last warnings and errors since the machine was started, from the journal. */
export function lastErrors(isInstalled: boolean): readonly string[] {
  if (!isInstalled) return ["the log of a server that was started by hand went where it was started"];
  // By the journal's own fields: the service logs each request, and the manager each start and stop.
  const filters = ["--unit=tallybox", "--boot", "--priority=warning", `--lines=${LINES}`];
  const journal = runCommand("journalctl", ...filters, "--output=json", "--no-pager");
  if (journal === null) return ["there is no journal, or it may not be read (run this by sudo)"];
  const found = journalErrors(journal);
  return found.length === 0 ? ["none since the machine was started"] : found;
}

interface LogEntry {
  readonly time: string | null;
  readonly message: string;
}

/** The last errors among entries of the journal as JSON lines, each in words with its time; a repeated one is told once. */
export function journalErrors(journal: string): string[] {
  return shown(
    journal.split("\n").flatMap((line) => {
      const entry = line === "" ? null : parsed(line);
      // A message that is no text stands there as a list of bytes.
      const message = entry?.["MESSAGE"];
      const found = typeof message === "string" ? entryOf(message) : null;
      if (found === null) return [];
      const microseconds = Number(entry?.["__REALTIME_TIMESTAMP"]);
      return { ...found, time: found.time ?? new Date(microseconds / 1000).toISOString() };
    }),
  );
}

/**
 * The last warnings and errors among the lines of the service's log, each in words; a repeated one is told once. Of a log
 * entry only its time and its words are shown, never what else it carries.
 */
export function logErrors(log: string): string[] {
  return shown(log.split("\n").flatMap((line) => entryOf(line) ?? []));
}

function shown(entries: readonly LogEntry[]): string[] {
  const told: { entry: LogEntry; times: number }[] = [];
  for (const entry of entries) {
    const last = told.at(-1);
    if (last?.entry.message !== entry.message) told.push({ entry, times: 1 });
    else last.times++;
  }
  return told.slice(-SHOWN).map(({ entry: { time, message: words }, times }) => {
    const since = time === null ? "" : `${time} `;
    return `${since}${words}${times > 1 ? `, ${times} times` : ""}`;
  });
}

/**
 * Null for what is no error. A line that is no log entry is of the system, or the reason of a refused start; an entry that
 * a crash has cut off may end in the middle of what must not be shown.
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

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    // Cut off.
    return null;
  }
}
