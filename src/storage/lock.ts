import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StartupError, startupErrorKindOf } from "../platform/startup-error.ts";
import { LOCK_FILE } from "./file-names.ts";
import { lastProcessId } from "./generations/folder-state.ts";

/** A start that is refused looks at the lock for a moment: that must not refuse another one. */
const MOMENT_MS = 300;

/**
 * Takes the data folder for this process. SQLite's RESERVED lock on an empty file of its own does it: the kernel frees it
 * with the process (SIGKILL included), a link to the folder leads to the same file, and it never has a content that a
 * copy could tear. Throws StartRefused when another process holds it.
 */
export function lockFolder(folder: string): { unlock(): void } {
  const file = join(folder, LOCK_FILE);
  try {
    const db = new Database(file, { timeout: MOMENT_MS });
    try {
      // Nothing is ever written, so no journal need stand beside it.
      db.pragma("journal_mode = MEMORY");
      db.exec("BEGIN IMMEDIATE");
    } catch (error) {
      db.close();
      throw error;
    }
    return { unlock: () => void db.close() };
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) throw held(folder);
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `${file}: the lock can't be taken (${reason})`,
      startupErrorKindOf(error) ?? "foreign",
    );
  }
}

/** Throws StartRefused when another process works on the folder; makes nothing where there is no lock yet. */
export function assertUnlocked(folder: string): void {
  if (existsSync(join(folder, LOCK_FILE))) lockFolder(folder).unlock();
}

function held(folder: string): StartupError {
  const pid = lastProcessId(folder);
  const holder = pid === null ? "" : ` (process ${pid})`;
  return new StartupError(
    `${folder}: another tallybox${holder} is already working on this data folder`,
    "held",
  );
}
