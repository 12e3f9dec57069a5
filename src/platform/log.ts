import { pino } from "pino";
import { isJournal, PRIORITY, prioritized } from "./journal.ts";

export type Log = pino.Logger;

/**
 * The box's log: JSON lines on standard output, written in pieces so that a slow reader never holds the event loop.
 * What is logged is chosen field by field; bodies, query strings, tokens and secrets never are.
 */
export function makeLog(level: string): Log {
  const destination = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 });
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if (!isJournal(STANDARD_OUTPUT, process.env)) return pino(options, destination);
  const journal = {
    write: (line: string) => void destination.write(withPriority(line)),
    flush: () => destination.flush(),
  };
  return pino(options, journal);
}

const STANDARD_OUTPUT = 1;
/** The beginning of an entry as pino writes it, with the hundreds of levels that are worth a priority. */
const WORTH = /^\{"level":([456])0/;
const PRIORITIES: Readonly<Record<string, number>> = {
  4: PRIORITY.warning,
  5: PRIORITY.error,
  6: PRIORITY.critical,
};

/** A warning or an error gets the journal's priority, so that it is found by it. */
function withPriority(line: string): string {
  const priority = PRIORITIES[WORTH.exec(line)?.[1] ?? ""];
  return priority === undefined ? line : prioritized(priority, line);
}

/** Writes out what is still buffered: before the process ends. */
export function flushLog(log: Log): void {
  log.flush();
}
