import { createHash } from "node:crypto";
import { closeSync, openSync, readSync, rmSync } from "node:fs";
import Database from "better-sqlite3";

const MAIN_NOTE = "mainFile";
const NOTE_MAIN = "INSERT OR REPLACE INTO boxNote (name, at, content) VALUES (?, ?, ?)";

/**
 * Writes the first commit into the log of a finished main file that has none, and puts it on the disk: from now on a main
 * file without a log has lost it. It says what the main file holds, for that never changes.
 */
export function beginLog(file: string): void {
  const sha256 = sha256Of(file);
  const db = new Database(file);
  const guard = new Database(file, { readonly: true });
  try {
    guard.pragma("schema_version");
    db.pragma("wal_autocheckpoint = 0");
    db.pragma("synchronous = FULL");
    if (hasNotes(db))
      db.prepare(NOTE_MAIN).run(MAIN_NOTE, new Date(0).toISOString(), JSON.stringify({ sha256 }));
    // Written even where it is the same; SQLite leaves out an UPDATE that changes nothing.
    else db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`);
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

function sha256Of(file: string): string {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  const fd = openSync(file, "r");
  try {
    for (let at = 0, read = -1; read !== 0; at += read) {
      read = readSync(fd, buffer, 0, buffer.length, at);
      hash.update(buffer.subarray(0, read));
    }
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}
