import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { LOCK_FILE } from "../files/file-names.ts";
import { lastProcessId } from "./folder-state.ts";

/** A failing start holds the lock for a moment; another start waits for it this long. */
const LOCK_TIMEOUT_MS = 300;

/**
 * Locks the data folder for this process by SQLite's RESERVED lock on an empty file. The kernel releases it with the process
 * (SIGKILL included), a link to the folder leads to the same file, and the file has no content that a copy could tear. Throws
 * StartupError when another process holds the lock.
 */
export function lockFolder(folder: string): { unlock(): void } {
  const file = join(folder, LOCK_FILE);
  try {
    const db = new Database(file, { timeout: LOCK_TIMEOUT_MS });
    try {
      // Nothing is ever written, so no journal file is needed.
      db.pragma("journal_mode = MEMORY");
      db.exec("BEGIN IMMEDIATE");
    } catch (error) {
      db.close();
      throw error;
    }
    return { unlock: () => void db.close() };
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY"))
      throw lockedError(folder);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `${file}: the lock can't be taken (${reason})`,
      startupErrorKindOf(error) ?? "foreign",
    );
  }
}

/** Throws StartupError when another process has locked the folder. Creates no lock file. */
export function assertUnlocked(folder: string): void {
  if (existsSync(join(folder, LOCK_FILE))) lockFolder(folder).unlock();
}

function lockedError(folder: string): StartupError {
  const pid = lastProcessId(folder);
  const holder = pid === null ? "" : ` (process ${pid})`;
  return new StartupError(`${folder}: another tallybox${holder} already uses this data folder`, "inUse");
}
