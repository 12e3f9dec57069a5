import { told } from "./commands.ts";

const LINES = "1000";
const SHOWN = 10;
/** pino's number of a warning. */
const WARNING = 40;

/** The last warnings and errors of the service, from the journal. */
export function lastErrors(isInstalled: boolean): readonly string[] {
  if (!isInstalled) return ["the log of a box that was started by hand went where it was started"];
  const journal = told("journalctl", "--unit=tallybox", `--lines=${LINES}`, "--output=cat", "--no-pager");
  if (journal === null) return ["there is no journal, or it may not be read (run this by sudo)"];
  const found = errorsOf(journal);
  return found.length === 0 ? ["none"] : found;
}

interface Entry {
  readonly time: string | null;
  readonly words: string;
}

/**
 * The last warnings and errors among the lines of the service's log, each in words; one that was said again and again is
 * told once. Of a log entry only its time and its words are shown, never what else it carries.
 */
export function errorsOf(log: string): string[] {
  const told: { entry: Entry; times: number }[] = [];
  for (const line of log.split("\n")) {
    const entry = entryOf(line);
    if (entry === null) continue;
    const last = told.at(-1);
    if (last?.entry.words !== entry.words) told.push({ entry, times: 1 });
    else last.times++;
  }
  return told.slice(-SHOWN).map(({ entry: { time, words }, times }) => {
    const since = time === null ? "" : `${time} `;
    return `${since}${words}${times > 1 ? `, ${times} times` : ""}`;
  });
}

/**
 * Null for what is no error. A line that is no log entry is of the system, or the reason of a refused start; an entry that
 * a crash has cut off may end in the middle of what must not be shown.
 */
function entryOf(line: string): Entry | null {
  if (/^(ready |\s*$)/.test(line)) return null;
  if (!line.startsWith("{")) return { time: null, words: line };
  const logged = parsed(line);
  if (logged === null) return null;
  const { level, time, msg, err } = logged;
  if (typeof level !== "number" || level < WARNING) return null;
  const cause =
    typeof err === "object" && err !== null && "message" in err ? ` (${String(err.message)})` : "";
  return { time: String(time), words: `${String(msg)}${cause}` };
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
