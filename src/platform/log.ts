import { pino } from "pino";
import { addPriority, isJournal, PRIORITY } from "./journal.ts";

/** The log of the process (pino), or a child of it. */
export type Log = pino.Logger;

/** Bytes of lines that are written together: less than SonicBoom writes at once. */
const BUFFER_BYTES = 12 * 1024;

/**
 * Makes the server's log: JSON lines on standard output, written asynchronously so that a slow reader never blocks the event
 * loop. Callers choose each logged field. Bodies, query strings, tokens and secrets are never logged.
 */
export function makeLog(level: string): Log {
  const destination = pino.destination({ sync: false, minLength: BUFFER_BYTES, periodicFlush: 500 });
  const options = { level, base: null, timestamp: makeTimestamp() };
  if (!isJournal(STANDARD_OUTPUT, process.env)) return pino(options, destination);
  const journal = {
    write: (line: string) => void destination.write(withPriority(line)),
    flush: () => destination.flush(),
  };
  return pino(options, journal);
}

/** The time of an entry as pino's part of the line. Formatted once a millisecond. */
function makeTimestamp(): () => string {
  let at = Number.NaN;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

const STANDARD_OUTPUT = 1;
/** The beginning of pino's entries with the levels that have a priority: warning, error and fatal. */
const LEVEL = /^\{"level":([456])0/;
const PRIORITIES: Readonly<Record<string, number>> = {
  4: PRIORITY.warning,
  5: PRIORITY.error,
  6: PRIORITY.critical,
};

/** Adds the journal's priority to warnings and errors. */
function withPriority(line: string): string {
  const priority = PRIORITIES[LEVEL.exec(line)?.[1] ?? ""];
  return priority === undefined ? line : addPriority(priority, line);
}

/** Writes buffered lines, before the process ends. */
export function flushLog(log: Log): void {
  log.flush();
}
