import { join } from "node:path";
import Database from "better-sqlite3";
import { makeClock } from "../../../platform/clock.ts";
import type { Config } from "../../../platform/config.ts";
import { readOrElse } from "../../../platform/read-file.ts";
import { EXIT, StartupError } from "../../../platform/startup-error.ts";
import { databaseHandle } from "../../../storage/database/connection.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { assertUnlocked } from "../../../storage/generations/folder.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { openStorage } from "../../../storage/open-storage.ts";
import type { Storage } from "../../../storage/storage.ts";
import { findInterruptedRestore } from "../../backup/data-folder/interrupted-restore.ts";
import { becomeOwnerOf } from "../../backup/data-folder/owner.ts";
import { endLoginsAfterRestore } from "../../backup/data-folder/restore-marker.ts";
import { pauseTargetsAfterRestore } from "../../backup/targets/targets.ts";

const STOP_IT =
  "stop it (sudo systemctl stop tallybox), repeat the command, and start it again (sudo systemctl start tallybox)";

/**
 * Switches a root process to the owner of the data folder, so that new files there belong to the server. Throws StartupError
 * where there is no data folder.
 */
export function enterDataFolder(folder: string): void {
  becomeOwnerOf(folder);
  const interrupted = findInterruptedRestore(folder);
  if (interrupted !== null) throw new StartupError(interrupted, "foreign");
  if (readOrElse(() => listGenerations(folder), []).length === 0) {
    throw new StartupError(
      `${folder}: not a tallybox data folder; start the server and set it up first`,
      "foreign",
    );
  }
}

/** Message with the process that uses the folder; null without one. */
export function describeHolder(folder: string): string | null {
  try {
    assertUnlocked(folder);
    return null;
  } catch (error) {
    if (error instanceof StartupError && error.status === EXIT.inUse) return error.message;
    throw error;
  }
}

/** Throws StartupError (`held`) with instructions while a process uses the folder. */
export function assertStopped(folder: string): void {
  const holder = describeHolder(folder);
  if (holder !== null) throw new StartupError(`${holder}; ${STOP_IT}`, "inUse");
}

/** Opens the storage of the folder, completes a restore as a start does, runs `work` and closes the storage. */
export async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({
    folder: config.dataFolder,
    clock: makeClock(),
    reserveBytes: config.reserveBytes,
    logBytes: config.logBytes,
    onSyncFailure(error) {
      process.stderr.write(`the write to the disk failed: ${error.message}\n`);
      process.exit(EXIT.readOnly);
    },
  });
  try {
    // Before the first write: the new history begins at the last change of the copy.
    await endLoginsAfterRestore(storage, pauseTargetsAfterRestore);
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Reads the newest database beside a running server, without creating or changing any file. */
export function withRunningDatabase<T>(folder: string, work: (db: Db) => T): T {
  const file = join(folder, listGenerations(folder).at(-1) ?? "");
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    return work(databaseHandle(connection));
  } finally {
    connection.close();
  }
}
