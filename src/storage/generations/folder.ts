import { accessSync, constants, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { errorMessage } from "../../platform/error-code.ts";
import { readSmallFile } from "../../platform/read-file.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { makeFolder } from "../files/durable-files.ts";
import { isIgnorable, LOCK_FILE, STANDBY_FILE, STATE_FILE, UNFINISHED_PREFIX } from "../files/file-names.ts";
import { lastProcessId, openFolderState, readSyncedPosition } from "./folder-state.ts";
import { assertGeneration, findEmptyOrphans, listGenerations } from "./generations.ts";

/**
 * Creates the data folder if it is missing, and locks it for this process. Throws StartupError and changes nothing when the folder
 * can't be created or written, when another process has locked it, or when it contains other files and no database (a wrong
 * folder, an unfinished restore).
 */
export function openFolder(folder: string) {
  prepare(folder);
  assertNoStandby(folder);
  const newest = listGenerations(folder).at(-1) ?? null;
  if (newest === null) assertNotForeign(folder);
  else assertGeneration(folder, newest);
  findEmptyOrphans(folder, newest);
  const { unlock } = lockFolder(folder);
  try {
    const unfinished = readdirSync(folder).filter((name) => name.startsWith(UNFINISHED_PREFIX));
    for (const name of [...unfinished, ...findEmptyOrphans(folder, newest)])
      rmSync(join(folder, name), { recursive: true });
    return {
      /** File name of the newest generation; null in a folder without one. */
      newest,
      state: openFolderState(folder),
      unlock,
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Throws StartupError for the folder of a standby: its files must stay those of the primary until a promotion. */
function assertNoStandby(folder: string): void {
  const membership = readSmallFile(join(folder, STANDBY_FILE));
  if (membership === null || !/"role": ?"(standby|promoting)"/.test(membership)) return;
  throw new StartupError(`${folder}: this is the data folder of a standby; promote it first`, "foreign");
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    readdirSync(folder);
  } catch (error) {
    const reason = errorMessage(error);
    throw new StartupError(
      `${folder}: the data folder can't be used (${reason})`,
      startupErrorKindOf(error) ?? "readOnly",
    );
  }
}

function assertNotForeign(folder: string): void {
  const synced = readSyncedPosition(folder);
  if (synced !== null) {
    throw new StartupError(
      `${folder}: its database (${synced.generation}) is missing; restore a copy, or remove ${STATE_FILE} to start with an empty database`,
      "damaged",
    );
  }
  const orphans = findEmptyOrphans(folder, null);
  for (const name of readdirSync(folder)) {
    if (isIgnorable(name) || orphans.includes(name)) continue;
    throw new StartupError(
      `${folder}: the folder contains no database, but "${name}"; use an empty folder or a data folder of tallybox`,
      "foreign",
    );
  }
}

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
    const reason = errorMessage(error);
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
