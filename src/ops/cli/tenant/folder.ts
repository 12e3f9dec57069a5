import { join } from "node:path";
import Database from "better-sqlite3";
import { makeClock } from "../../../platform/clock.ts";
import type { Config } from "../../../platform/config.ts";
import { readOrElse } from "../../../platform/read-file.ts";
import { EXIT, StartupError } from "../../../platform/startup-error.ts";
import { preparer } from "../../../storage/database/prepared.ts";
import type { Db } from "../../../storage/database/statement.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { assertUnlocked } from "../../../storage/lock.ts";
import { openStorage } from "../../../storage/open-storage.ts";
import type { Storage } from "../../../storage/storage.ts";
import { findInterruptedRestore } from "../../backup/data-folder/interrupted-restore.ts";
import { becomeOwnerOf } from "../../backup/data-folder/owner.ts";

const STOP_IT =
  "stop it for a moment (sudo systemctl stop tallybox), repeat this, and start it again (sudo systemctl start tallybox)";

/**
 * Goes on as the owner of the data folder where root has called: whatever is written there must stay the box's. Throws
 * StartupError where there is no box.
 */
export function enterDataFolder(folder: string): void {
  becomeOwnerOf(folder);
  const interrupted = findInterruptedRestore(folder);
  if (interrupted !== null) throw new StartupError(interrupted, "foreign");
  if (readOrElse(() => listGenerations(folder), []).length === 0) {
    throw new StartupError(
      `${folder}: there is no tallybox data folder here; start the server and set it up first`,
      "foreign",
    );
  }
}

/** The sentence that says who works on the folder; null while nobody does. */
export function describeHolder(folder: string): string | null {
  try {
    assertUnlocked(folder);
    return null;
  } catch (error) {
    if (error instanceof StartupError && error.status === EXIT.held) return error.message;
    throw error;
  }
}

/** Throws StartupError (`held`), with what to do, while somebody works on the folder. */
export function assertStopped(folder: string): void {
  const worker = describeHolder(folder);
  if (worker !== null) throw new StartupError(`${worker}; ${STOP_IT}`, "held");
}

/** Works on the folder as a box does, and leaves it. */
export async function withStorage<T>(config: Config, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({
    folder: config.dataFolder,
    clock: makeClock(),
    reserveBytes: config.reserveBytes,
    logBytes: config.logBytes,
    onSyncFailure(error) {
      process.stderr.write(`the disk did not take it: ${error.message}\n`);
      process.exit(EXIT.readOnly);
    },
  });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}

/** Reads the newest state beside a box that runs: nothing is made or changed. */
export function withRunningDatabase<T>(folder: string, work: (db: Db) => T): T {
  const file = join(folder, listGenerations(folder).at(-1) ?? "");
  const connection = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const prepare = preparer(connection);
    return work({ query: (text) => prepare(text) });
  } finally {
    connection.close();
  }
}
