import { fstatSync } from "node:fs";
import { pino } from "pino";
import type { Environment } from "./config.ts";
import { readOrElse } from "./read-file.ts";

/** The priorities of the journal (sd-daemon(3)) that the server uses. */
export const PRIORITY = { critical: 2, error: 3, warning: 4, notice: 5 } as const;

/** The log of the process (pino), or a child of it. */
export type Log = pino.Logger;

/** Lines are written together from this length on, and twice a second; warnings and errors at once, with the lines before them. */
const MAX_WAITING = 48 * 1024;
const WRITE_INTERVAL_MS = 500;
/** What waits for an output that takes nothing, in characters. Lines after it are lost. */
const MAX_KEPT = 1024 * 1024;

const STANDARD_OUTPUT = 1;
/** The beginning of pino's entries with the levels that have a priority: warning, error and fatal. The journal's comes first. */
const LEVEL = /^(?:<\d>)?\{"level":([456])0/;

/**
 * Makes the server's log: JSON lines on standard output, written asynchronously so that a slow reader never blocks the event
 * loop. Callers choose each logged field. Bodies, query strings, tokens and secrets are never logged.
 */
export function makeLog(level: string): Log {
  const options = { level, base: null, timestamp: makeTimestamp() };
  const output = collectedOutput();
  if (!isJournal(STANDARD_OUTPUT, process.env)) return pino(options, output);
  return pino(options, { ...output, write: (line: string) => output.write(withPriority(line)) });
}

/** Standard output, with lines that are collected here: SonicBoom measures all of its waiting text again with each line. */
function collectedOutput() {
  const destination = pino.destination({
    sync: false,
    minLength: MAX_WAITING,
    maxWrite: 2 * MAX_WAITING,
    maxLength: MAX_KEPT,
  });
  // Nowhere is left to report a failure to. The lines wait, and are written again with the next ones.
  let isFailing = false;
  destination.on("error", () => {
    isFailing = true;
  });
  destination.on("write", () => {
    isFailing = false;
  });
  // Pino calls it when the process ends. It would try again for ever, and the process would not end.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  let waiting = "";
  const pass = () => {
    if (waiting !== "") destination.write(waiting);
    waiting = "";
  };
  const flush = () => {
    pass();
    destination.flush();
  };
  setInterval(flush, WRITE_INTERVAL_MS).unref();
  // Before pino's own listener, which writes what the destination holds.
  process.prependListener("exit", pass);
  return {
    write(line: string) {
      waiting += line;
      if (LEVEL.test(line)) flush();
      else if (waiting.length >= MAX_WAITING) pass();
    },
    flush,
  };
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

/** True if this descriptor is the journal, which accepts a priority at the start of a line (systemd.exec(5), JOURNAL_STREAM). */
export function isJournal(fd: number, environment: Environment): boolean {
  const stream = environment["JOURNAL_STREAM"];
  if (!stream) return false;
  const stats = readOrElse(() => fstatSync(fd), null);
  return stats !== null && stream === `${stats.dev}:${stats.ino}`;
}

/** Prefixes a line with its priority, in the journal's syntax. */
export function addPriority(priority: number, line: string): string {
  return `<${priority}>${line}`;
}
