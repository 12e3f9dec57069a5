import { writeSync } from "node:fs";
import type { Environment } from "../../platform/config.ts";
import { addPriority, isJournal, PRIORITY } from "../../platform/journal.ts";

/** Sends `NAME=value` lines to the service manager (sd_notify(3)). Only the first failure is reported. */
export type Notify = (...lines: readonly string[]) => void;

const STANDARD_ERROR = 2;

/** Writes an error to standard error, with a priority where that is the journal. */
export function writeError(line: string): void {
  const hasPriorities = isJournal(STANDARD_ERROR, process.env);
  process.stderr.write(`${hasPriorities ? addPriority(PRIORITY.error, line) : line}\n`);
}

/** Writes a notice to the journal and, through the unit, to the machine's console. It writes nowhere else. */
export function writeNotice(line: string): void {
  if (isJournal(STANDARD_ERROR, process.env)) process.stderr.write(`${addPriority(PRIORITY.notice, line)}\n`);
}

/**
 * Creates the function that notifies systemd; null without a service manager. `NOTIFY_FD` is the manager's socket, which
 * scripts/notified.pl opens. One write is one message. `onFailure` receives the first failure.
 */
export function makeNotify(environment: Environment, onFailure: (line: string) => void): Notify | null {
  const value = environment["NOTIFY_FD"];
  if (!value) return null;
  const fd = Number(value);
  let hasFailed = false;
  return (...lines) => {
    try {
      writeSync(fd, lines.join("\n"));
    } catch (error) {
      if (hasFailed) return;
      hasFailed = true;
      onFailure(`the service manager can't be notified (${String(error)}); the server continues without it`);
    }
  };
}
