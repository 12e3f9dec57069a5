import { fstatSync } from "node:fs";
import type { Environment } from "./config.ts";
import { readOrElse } from "./read-or-else.ts";

/** Priorities of the journal (sd-daemon(3)), as far as they are used. */
export const PRIORITY = { critical: 2, error: 3, warning: 4, notice: 5 } as const;

/** True when this descriptor leads to the journal: only there a line may begin with its priority (systemd.exec(5), JOURNAL_STREAM). */
export function isJournal(fd: number, environment: Environment): boolean {
  const stream = environment["JOURNAL_STREAM"];
  if (!stream) return false;
  const found = readOrElse(() => fstatSync(fd), null);
  return found !== null && stream === `${found.dev}:${found.ino}`;
}

/** The line with its priority as the journal reads it. */
export function prioritized(priority: number, line: string): string {
  return `<${priority}>${line}`;
}
