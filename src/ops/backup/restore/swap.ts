import { existsSync, mkdirSync, renameSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import { ADDRESS_FILE, LOCK_FILE, UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";
import { lockFolder } from "../../../storage/generations/folder.ts";
import {
  BEFORE_PREFIX,
  CONFIRMED_FILE,
  findConfirmedSwap,
  listNames,
  STAGED,
  SWAPPING_PREFIX,
} from "../data-folder/interrupted-restore.ts";
import { changeOwner, type Owner } from "../data-folder/owner.ts";

// Exchanges the contents of a folder that can't be renamed itself, name by name. While the `swapping-` folder exists a start
// is refused (interrupted-restore.ts), so that no server sees a mixture. The marker in it names the completed half. An exchange
// that was confirmed in the console is completed by the next start instead.

const MOVED_OUT = "moved-out";

/** Whether a name is not part of the data, but of the folder or the machine, and stays in its place. */
function isKept(name: string): boolean {
  return [SWAPPING_PREFIX, BEFORE_PREFIX, UNFINISHED_PREFIX, LOCK_FILE, ADDRESS_FILE, "lost+found"].some(
    (start) => name.startsWith(start),
  );
}

/**
 * Moves the contents of `folder` aside and the contents of `data`, a folder in `workFolder`, into it. Returns the path of the
 * earlier contents, null where there were none.
 */
export async function swapContents(
  folder: string,
  workFolder: string,
  data: string,
  stamp: string,
  owner: Owner | null,
): Promise<string | null> {
  const swapping = join(folder, SWAPPING_PREFIX + stamp);
  await rename(workFolder, swapping);
  syncFolder(folder);
  return complete(folder, swapping, data, owner);
}

/**
 * Confirms a restore durably: the next start completes it. `workFolder` is a folder in `folder` with the prepared data. Until the
 * rename nothing is confirmed.
 */
export function confirmSwap(folder: string, workFolder: string, stamp: string): void {
  writeSmallFile(join(workFolder, CONFIRMED_FILE), "");
  renameSync(workFolder, join(folder, SWAPPING_PREFIX + stamp));
  syncFolder(folder);
}

/**
 * Completes a restore that an Admin has confirmed in the console. It runs before anything reads the data folder, its settings
 * included. Returns the folder with the earlier data; null where nothing was confirmed. After a kill at any point the next call
 * goes on. Throws StartupError while another process uses the folder.
 */
export async function completeConfirmedRestore(folder: string): Promise<string | null> {
  if (findConfirmedSwap(folder) === null) return null;
  const lock = lockFolder(folder);
  try {
    // Another process may have completed it before the lock.
    const name = findConfirmedSwap(folder);
    return name && (await complete(folder, join(folder, name), STAGED, null));
  } finally {
    lock.unlock();
  }
}

/** Completes an exchange from any point where it was interrupted. Returns the path of the earlier contents, null where there were none. */
async function complete(
  folder: string,
  swapping: string,
  data: string,
  owner: Owner | null,
): Promise<string | null> {
  const stamp = basename(swapping).slice(SWAPPING_PREFIX.length);
  if (!existsSync(join(swapping, MOVED_OUT))) {
    await moveOut(folder, stamp, owner);
    writeSmallFile(join(swapping, MOVED_OUT), "");
  }
  await moveIn(folder, join(swapping, data));
  await remove(folder, swapping);
  const earlier = join(folder, BEFORE_PREFIX + stamp);
  return existsSync(earlier) ? earlier : null;
}

/** Cleans up an interrupted exchange: the earlier contents are then in their `before-` folder, and the rest is removed. */
export async function undoSwap(folder: string): Promise<void> {
  for (const name of listNames(folder).filter((name) => name.startsWith(SWAPPING_PREFIX))) {
    const swapping = join(folder, name);
    const stamp = name.slice(SWAPPING_PREFIX.length);
    if (!existsSync(join(swapping, MOVED_OUT))) await moveOut(folder, stamp, null);
    else for (const half of contentsOf(folder)) await rm(join(folder, half), { recursive: true });
    await remove(folder, swapping);
  }
}

async function moveIn(folder: string, data: string): Promise<void> {
  for (const name of listNames(data)) await rename(join(data, name), join(folder, name));
  syncFolder(folder);
}

async function moveOut(folder: string, stamp: string, owner: Owner | null): Promise<void> {
  const old = contentsOf(folder);
  if (old.length === 0) return;
  const earlier = join(folder, BEFORE_PREFIX + stamp);
  if (!existsSync(earlier)) mkdirSync(earlier, { mode: 0o700 });
  changeOwner(earlier, owner);
  for (const name of old) await rename(join(folder, name), join(earlier, name));
  syncFolder(earlier);
  syncFolder(folder);
}

function contentsOf(folder: string): string[] {
  return listNames(folder).filter((name) => !isKept(name));
}

/** Renames the folder first: a partly removed folder would give wrong information. */
async function remove(folder: string, swapping: string): Promise<void> {
  const removed = join(folder, UNFINISHED_PREFIX + basename(swapping));
  await rename(swapping, removed);
  syncFolder(folder);
  await rm(removed, { recursive: true });
}
