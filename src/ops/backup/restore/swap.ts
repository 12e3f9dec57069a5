import { existsSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { LOCK_FILE, UNFINISHED } from "../../../storage/file-names.ts";
import { syncFolder, writeSmallFile } from "../../../storage/files.ts";
import { BEFORE_PREFIX, listNames, SWAPPING_PREFIX } from "../data-folder/interrupted-restore.ts";
import { changeOwner, type Owner } from "../data-folder/owner.ts";

// The contents of a folder that can't be renamed itself are exchanged name by name. While the `swapping-` folder stands a
// start is refused (interrupted.ts), so that nobody sees a mixture; the marker in it says which half has been done.

const MOVED_OUT = "moved-out";

/** What is no part of the data, and stays where it is. */
function stays(name: string): boolean {
  return [SWAPPING_PREFIX, BEFORE_PREFIX, UNFINISHED, LOCK_FILE, "lost+found"].some((start) =>
    name.startsWith(start),
  );
}

/**
 * Moves what stands in `folder` aside and the contents of `data`, a folder in `workshop`, into it. Gives where the earlier
 * contents are kept, null where there were none.
 */
export async function swapContents(
  folder: string,
  workshop: string,
  data: string,
  stamp: string,
  owner: Owner | null,
): Promise<string | null> {
  const swapping = join(folder, SWAPPING_PREFIX + stamp);
  await rename(workshop, swapping);
  syncFolder(folder);
  const kept = await moveOut(folder, stamp, owner);
  writeSmallFile(join(swapping, MOVED_OUT), "");
  for (const name of listNames(join(swapping, data)))
    await rename(join(swapping, data, name), join(folder, name));
  syncFolder(folder);
  await remove(folder, swapping);
  return kept;
}

/** Undoes an interrupted exchange: what was there before is in its `before-` folder then, and nothing else is left. */
export async function undoSwap(folder: string): Promise<void> {
  for (const name of listNames(folder).filter((name) => name.startsWith(SWAPPING_PREFIX))) {
    const swapping = join(folder, name);
    const stamp = name.slice(SWAPPING_PREFIX.length);
    if (!existsSync(join(swapping, MOVED_OUT))) await moveOut(folder, stamp, null);
    else for (const half of contentsOf(folder)) await rm(join(folder, half), { recursive: true });
    await remove(folder, swapping);
  }
}

async function moveOut(folder: string, stamp: string, owner: Owner | null): Promise<string | null> {
  const old = contentsOf(folder);
  if (old.length === 0) return null;
  const kept = join(folder, BEFORE_PREFIX + stamp);
  if (!existsSync(kept)) mkdirSync(kept, { mode: 0o700 });
  changeOwner(kept, owner);
  for (const name of old) await rename(join(folder, name), join(kept, name));
  syncFolder(kept);
  syncFolder(folder);
  return kept;
}

function contentsOf(folder: string): string[] {
  return listNames(folder).filter((name) => !stays(name));
}

/** Renamed first: a folder that is half removed says nothing any more. */
async function remove(folder: string, swapping: string): Promise<void> {
  const rubbish = join(folder, UNFINISHED + basename(swapping));
  await rename(swapping, rubbish);
  syncFolder(folder);
  await rm(rubbish, { recursive: true });
}
