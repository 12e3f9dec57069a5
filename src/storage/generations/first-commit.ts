import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import Database from "better-sqlite3";

/** The note of what the main file holds. */
export const MAIN_NOTE = "mainFile";
const NEVER = new Date(0).toISOString();
const NOTE_MAIN = "INSERT OR REPLACE INTO boxNote (name, at, content) VALUES (?, ?, ?)";

/**
 * Writes the first commit into the log of a finished main file that has none, and puts it on the disk: from now on a main
 * file without a log has lost it. It says what the main file holds, for that never changes; with `isLater` that it is not
 * said yet (`noteMain`).
 */
export function beginLog(file: string, isLater = false): void {
  const sha256 = isLater ? null : sha256Of(file);
  const db = new Database(file);
  const guard = new Database(file, { readonly: true });
  try {
    guard.pragma("schema_version");
    db.pragma("wal_autocheckpoint = 0");
    db.pragma("synchronous = FULL");
    db.exec("BEGIN IMMEDIATE");
    if (hasNotes(db)) db.prepare(NOTE_MAIN).run(MAIN_NOTE, NEVER, JSON.stringify({ sha256 }));
    // Written even where it is the same; SQLite leaves out a change that changes nothing.
    db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`);
    db.exec("COMMIT");
  } finally {
    db.close();
    guard.close();
  }
  rmSync(`${file}-shm`, { force: true });
}

/** SHA-256 (hex) that the main file has had since it was made, as its log says; null in a folder from before that was noted. */
export function notedSha256(db: Database.Database): string | null {
  if (!hasNotes(db)) return null;
  const noted = db.prepare("SELECT content ->> 'sha256' FROM boxNote WHERE name = ?").pluck().get(MAIN_NOTE);
  return typeof noted === "string" ? noted : null;
}

function hasNotes(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'boxNote'").get() !== undefined;
}

/** SHA-256 (hex) of a file. Not for a live main file in the box's own process: closing it would drop SQLite's locks. */
export function sha256Of(file: string): string {
  const fd = openSync(file, "r");
  try {
    return sha256OfOpen(fd);
  } finally {
    closeSync(fd);
  }
}

/** SHA-256 (hex) of all that stands behind a descriptor, which stays open. */
export function sha256OfOpen(fd: number): string {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (let at = 0, read = -1; read !== 0; at += read) {
    read = readSync(fd, buffer, 0, buffer.length, at);
    hash.update(buffer.subarray(0, read));
  }
  return hash.digest("hex");
}
