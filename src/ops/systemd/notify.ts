import { writeSync } from "node:fs";
import type { Environment } from "../../platform/config.ts";
import { leadsToJournal, PRIORITY, prioritized } from "../../platform/journal.ts";

/** Tells the service manager `NAME=value` lines (sd_notify(3)); a failure is complained of once. */
export type Notify = (...lines: readonly string[]) => void;

const STANDARD_ERROR = 2;

/** Writes an error to standard error, with the journal's priority where it leads there. */
export function writeError(line: string): void {
  const isJournal = leadsToJournal(STANDARD_ERROR, process.env);
  process.stderr.write(`${isJournal ? prioritized(PRIORITY.error, line) : line}\n`);
}

/** Writes a notice to the journal and, by the unit, to the machine's console; nowhere else. */
export function writeNotice(line: string): void {
  if (leadsToJournal(STANDARD_ERROR, process.env))
    process.stderr.write(`${prioritized(PRIORITY.notice, line)}\n`);
}

/**
 * Gives what tells systemd how the service is; null where nobody listens. `NOTIFY_FD` is the manager's socket, opened by
 * scripts/notified.pl: one write is one message.
 */
export function makeNotify(environment: Environment, unheard: (line: string) => void): Notify | null {
  const given = environment["NOTIFY_FD"];
  if (!given) return null;
  const fd = Number(given);
  let hasComplained = false;
  return (...lines) => {
    try {
      writeSync(fd, lines.join("\n"));
    } catch (error) {
      if (hasComplained) return;
      hasComplained = true;
      unheard(`the service manager can't be told (${String(error)}); the server continues without it`);
    }
  };
}
