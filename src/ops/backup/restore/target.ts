import { accessSync, constants, existsSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isMountPoint } from "../../../platform/mount-point.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import { makeFolder, syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import {
  ADDRESS_FILE,
  isIgnorable,
  LOCK_FILE,
  UNFINISHED_PREFIX,
} from "../../../storage/files/file-names.ts";
import { lockFolder } from "../../../storage/generations/folder.ts";
import {
  BEFORE_INFIX,
  listNames,
  RESTORING_INFIX,
  resolveFolder,
  SWAPPING_PREFIX,
} from "../data-folder/interrupted-restore.ts";
import { changeOwner, findOwner } from "../data-folder/owner.ts";
import { swapContents, undoSwap } from "./swap.ts";

/** The data folder that a restore replaces. It is locked until `close`. */
export type RestoreTarget = ReturnType<typeof openRestoreTarget>;

/** Locks the target; `stamp` identifies this restore. Throws StartupError while a server or another restore uses it. */
export function openRestoreTarget(into: string, stamp: string) {
  const folder = resolveFolder(into);
  makeFolder(dirname(folder));
  const isThere = existsSync(folder);
  if (isThere && !lstatSync(folder).isDirectory())
    throw new StartupError(`${folder}: not a folder`, "foreign");
  assertOwnFolder(folder);
  const owner = findOwner(folder);
  const lock = isThere ? lockFolder(folder) : null;
  if (isThere) changeOwner(join(folder, LOCK_FILE), owner);
  const inPlace = isThere && !canBeRenamed(folder);
  const workFolder = inPlace
    ? join(folder, `${UNFINISHED_PREFIX}restore-${stamp}`)
    : folder + RESTORING_INFIX + stamp;
  try {
    removeLeftovers(folder);
    mkdirSync(workFolder, { mode: 0o700 });
  } catch (error) {
    lock?.unlock();
    throw error;
  }
  const own = lockFolder(workFolder);
  return {
    folder,
    /** Folder on the same disk for unfinished files. */
    workFolder: workFolder,
    /** Owner of the new files; null: the user of this process. */
    owner,
    /**
     * Replaces the data folder with `data`, a synced folder in the work folder. Returns the path of the earlier data folder,
     * null where there was none. After an interruption at any point the earlier one is complete, and a start is refused or
     * uses it.
     */
    async replaceWith(data: string) {
      await undoSwap(folder);
      // Where the contents are exchanged it stays in its place.
      if (!inPlace && existsSync(join(folder, ADDRESS_FILE))) {
        writeSmallFile(join(data, ADDRESS_FILE), "");
        changeOwner(join(data, ADDRESS_FILE), owner);
      }
      if (!inPlace) return replaceFolder(folder, data, folder + BEFORE_INFIX + stamp);
      return swapContents(folder, workFolder, basename(data), stamp, owner);
    },
    /** Removes unfinished files and the locks. */
    close() {
      own.unlock();
      rmSync(workFolder, { recursive: true, force: true });
      lock?.unlock();
    },
  };
}

/** Throws StartupError for a folder with other contents. A damaged data folder is accepted. */
function assertOwnFolder(folder: string): void {
  const names = listNames(folder);
  const isOurs = (name: string) =>
    isIgnorable(name) || /^(tally-|photos$)/.test(name) || name.startsWith(SWAPPING_PREFIX);
  const [foreign] = names.filter((name) => name !== "lost+found");
  if (foreign === undefined || names.some(isOurs)) return;
  throw new StartupError(
    `${folder}: contains "${foreign}", but no tallybox data. Name another folder.`,
    "foreign",
  );
}

/** A mount point can't be renamed, nor a folder whose parent is not writable. */
function canBeRenamed(folder: string): boolean {
  if (isMountPoint(folder)) return false;
  try {
    accessSync(dirname(folder), constants.W_OK);
    return true;
  } catch {
    // The parent is not writable: the contents are exchanged instead.
    return false;
  }
}

/** Removes the leftovers of interrupted restores. A running restore holds a lock: then it throws StartupError. */
function removeLeftovers(folder: string): void {
  const beside = listNames(dirname(folder)).filter((name) =>
    name.startsWith(basename(folder) + RESTORING_INFIX),
  );
  for (const name of beside) {
    const leftover = join(dirname(folder), name);
    lockFolder(leftover).unlock();
    rmSync(leftover, { recursive: true });
  }
  for (const name of listNames(folder))
    if (name.startsWith(`${UNFINISHED_PREFIX}restore-`)) rmSync(join(folder, name), { recursive: true });
}

async function replaceFolder(folder: string, data: string, earlier: string): Promise<string | null> {
  const wasThere = existsSync(folder);
  if (wasThere) {
    await rename(folder, earlier);
    syncFolder(dirname(folder));
  }
  await rename(data, folder);
  syncFolder(dirname(folder));
  return wasThere ? earlier : null;
}
