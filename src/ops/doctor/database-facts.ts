import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";

/** What the doctor reads of a running box's database. */
export interface DatabaseFacts {
  /** The name under which the box is found, null where it has noted none. */
  readonly mdnsName: string | null;
  readonly printers: readonly PrinterQueue[];
}

/** A printer and the labels that wait for it. */
export interface PrinterQueue {
  readonly name: string;
  readonly ipAddress: string;
  readonly port: number;
  readonly waiting: number;
  /** ISO 8601, null where none waits. */
  readonly oldest: string | null;
  /** Why the next one is not out yet (JSON, in both languages), null where nothing is known against it. */
  readonly reason: string | null;
}

const PROGRAM = join(import.meta.dirname, "database-facts-process.ts");

/**
 * Reads the database of a box that runs, in a process of its own and as the user of the folder: a file that SQLite might
 * make there must never be root's. Null when it can't be read; the process says why on standard error.
 */
export function readDatabaseFacts(folder: string): DatabaseFacts | null {
  const { uid, gid } = statSync(folder);
  const isRoot = process.getuid?.() === 0;
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, folder], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    ...(isRoot && { uid, gid }),
  });
  return status === 0 ? (JSON.parse(stdout) as DatabaseFacts) : null;
}
