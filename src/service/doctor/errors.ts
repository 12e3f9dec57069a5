import { told } from "./commands.ts";

const LINES = "1000";
const SHOWN = 10;
/** pino's number of a warning. */
const WARNING = 40;

/** The last warnings and errors of the service, from the journal. Of a log line only its time and its words are shown. */
export function lastErrors(isInstalled: boolean): string[] {
  if (!isInstalled) return ["the log of a box that was started by hand went where it was started"];
  const journal = told("journalctl", "--unit=tallybox", `--lines=${LINES}`, "--output=cat", "--no-pager");
  if (journal === null) return ["there is no journal, or it may not be read (run this by sudo)"];
  const found = journal.split("\n").flatMap((line) => shown(line) ?? []);
  return found.length === 0 ? ["none"] : found.slice(-SHOWN);
}

/** What is shown of one line; null of what is no error. A line that is no JSON is the reason of a refused start. */
export function shown(line: string): string | null {
  const entry = parsed(line);
  if (entry === null) return /^(ready |$)/.test(line) ? null : line;
  const { level, time, msg, err } = entry;
  if (typeof level !== "number" || level < WARNING) return null;
  const cause =
    typeof err === "object" && err !== null && "message" in err ? ` (${String(err.message)})` : "";
  return `${String(time)} ${String(msg)}${cause}`;
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    // Written by the system, or by a start that was refused.
    return null;
  }
}
