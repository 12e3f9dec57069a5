import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import Database from "better-sqlite3";

// The log of a generation holds the checksum of its main file, which never changes. Apart from the compiled queries:
// threads that import this start faster without them.

/** The name under which the checksum is saved. */
export const MAIN_FILE_STATE = "mainFile";
const NEVER = new Date(0).toISOString();

/**
 * Writes the first commit into the log of a finished main file and flushes it. From now on a main file without a log has
 * lost its log. The commit holds the checksum of the main file. With `isChecksumDeferred` the storage saves the checksum
 * later, in an ordinary write.
 */
export function writeFirstCommit(file: string, isChecksumDeferred = false): void {
  const sha256 = isChecksumDeferred ? null : sha256Of(file);
  const db = new Database(file);
  const guard = new Database(file, { readonly: true });
  try {
    guard.pragma("schema_version");
    db.pragma("wal_autocheckpoint = 0");
    db.pragma("synchronous = FULL");
    db.exec("BEGIN IMMEDIATE");
    const save = db.prepare("INSERT OR REPLACE INTO appState (name, at, content) VALUES (?, ?, ?)");
    save.run(MAIN_FILE_STATE, NEVER, JSON.stringify({ sha256 }));
    // SQLite omits a change that changes nothing, but it always writes `user_version`.
    db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`);
    db.exec("COMMIT");
  } finally {
    db.close();
    guard.close();
  }
  rmSync(`${file}-shm`, { force: true });
}

/** The saved SHA-256 (hex) of the main file. Null in a folder of a version that did not save it. */
export function savedMainChecksum(db: Database.Database): string | null {
  const saved = db
    .prepare("SELECT content ->> 'sha256' FROM appState WHERE name = ?")
    .pluck()
    .get(MAIN_FILE_STATE);
  return typeof saved === "string" ? saved : null;
}

/** SHA-256 (hex) of a file. Not for a live main file in the server's process: closing the descriptor drops SQLite's locks. */
export function sha256Of(file: string): string {
  const fd = openSync(file, "r");
  try {
    return sha256OfDescriptor(fd);
  } finally {
    closeSync(fd);
  }
}

/** SHA-256 (hex) of the content behind a descriptor, which stays open. */
export function sha256OfDescriptor(fd: number): string {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (let at = 0, read = -1; read !== 0; at += read) {
    read = readSync(fd, buffer, 0, buffer.length, at);
    hash.update(buffer.subarray(0, read));
  }
  return hash.digest("hex");
}
