import { pino } from "pino";

export type Log = pino.Logger;

/**
 * The box's log: JSON lines on standard output, written in pieces so that a slow reader never holds the event loop.
 * What is logged is chosen field by field; bodies, query strings, tokens and secrets never are.
 */
export function makeLog(level: string): Log {
  const destination = pino.destination({ sync: false, minLength: 4096, periodicFlush: 500 });
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Writes out what is still buffered: before the process ends. */
export function flushLog(log: Log): void {
  log.flush();
}
