import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The facts that the doctor reads from the database of a running server. */
export interface DatabaseFacts {
  /** mDNS name of the server; null where none is saved. */
  readonly mdnsName: string | null;
  readonly printers: readonly PrinterQueue[];
}

/** A printer with its waiting labels. */
export interface PrinterQueue {
  readonly name: string;
  readonly ipAddress: string;
  readonly port: number;
  readonly waiting: number;
  /** Time of the oldest label, ISO 8601; null without one. */
  readonly oldest: string | null;
  /** Last error of the next label (JSON, in both languages); null without one. */
  readonly reason: string | null;
}

const PROGRAM = fileURLToPath(new URL("./database-facts-process.ts", import.meta.url));

/**
 * Reads the database of a running server in a separate process, as the owner of the folder: root must not own any file that
 * SQLite may create. Null when it can't be read; the process prints the reason on standard error.
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
