import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StartRefused } from "./refused.ts";

export const LOCK_FILE = "tallybox.lock";

/**
 * Takes the data folder for this process. SQLite's RESERVED lock on a file of its own does it: the kernel frees it
 * with the process (SIGKILL included), a link to the folder leads to the same file, and readers (a copy, a second
 * start that asks who is first) are not kept out.
 * Throws StartRefused when another process holds it.
 */
export function lockFolder(folder: string): { unlock(): void } {
  const file = join(folder, LOCK_FILE);
  const isNew = !existsSync(file);
  const db = new Database(file, { timeout: isNew ? 1000 : 0 });
  try {
    db.exec("CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL)");
    db.exec("BEGIN IMMEDIATE; DELETE FROM holder");
    db.prepare("INSERT INTO holder VALUES (?)").run(process.pid);
    db.exec("COMMIT; BEGIN IMMEDIATE");
  } catch (error) {
    const holder = readHolder(db);
    db.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith("SQLITE_BUSY")) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartRefused(`${file}: the lock can't be taken (${reason})`);
    }
    throw new StartRefused(`${folder}: another tallybox${holder} is already working on this data folder`);
  }
  return {
    unlock() {
      db.exec("ROLLBACK");
      db.close();
    },
  };
}

/** Throws StartRefused when another process works on the folder; makes nothing where there is no lock yet. */
export function refuseHeldFolder(folder: string): void {
  if (existsSync(join(folder, LOCK_FILE))) lockFolder(folder).unlock();
}

function readHolder(db: Database.Database): string {
  try {
    const pid = db.prepare("SELECT pid FROM holder").pluck().get();
    return typeof pid === "number" ? ` (process ${pid})` : "";
  } catch (error) {
    if (error instanceof Database.SqliteError) return "";
    throw error;
  }
}
