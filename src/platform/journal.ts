import { fstatSync } from "node:fs";
import type { Environment } from "./config.ts";
import { readOrElse } from "./read-file.ts";

/** The priorities of the journal (sd-daemon(3)) that the server uses. */
export const PRIORITY = { critical: 2, error: 3, warning: 4, notice: 5 } as const;

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
