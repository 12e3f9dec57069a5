import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readOrElse } from "../../../platform/read-file.ts";
import { isGeneration } from "../../../storage/files/file-names.ts";

// Names of the files that a restore creates beside or in the data folder. A start recognizes an interrupted restore by them.

/** Beside the data folder: the unfinished folder, and the folder that was there before. */
export const RESTORING_INFIX = ".restoring-";
export const BEFORE_INFIX = ".before-";
/** Of a restore. An upgrade names the earlier folder by its version. */
const STAMP = /^\d{8}T\d{9}Z$/;
/** Folder of the prepared data in the temporary folder of a restore. */
export const STAGED = "data";
/** In a `swapping-` folder: an Admin has confirmed this restore, and the next start completes it (restore/swap.ts). */
export const CONFIRMED_FILE = "confirmed";
/** In a data folder that can't be renamed: a running exchange of the contents, and the earlier contents. */
export const SWAPPING_PREFIX = "swapping-";
export const BEFORE_PREFIX = "before-";

/**
 * Message about an interrupted restore into this folder; null where there was none. Without this check a server whose folder
 * was just renamed would start with an empty one.
 */
export function findInterruptedRestore(folder: string): string | null {
  const again = "run the restore again";
  const inside = listNames(folder);
  if (findConfirmedSwap(folder) !== null)
    return `${folder}: a restore into it was confirmed and is not complete; start the server, which completes it`;
  if (inside.some((name) => name.startsWith(SWAPPING_PREFIX)))
    return `${folder}: a restore into it was interrupted; ${again}`;
  if (inside.some(isGeneration)) return null;
  const own = resolveFolder(folder);
  const [restoring, before] = [basename(own) + RESTORING_INFIX, basename(own) + BEFORE_INFIX];
  const beside = listNames(dirname(own)).find(
    (name) =>
      name.startsWith(restoring) || (name.startsWith(before) && STAMP.test(name.slice(before.length))),
  );
  if (beside === undefined) return null;
  return `${folder}: no database found, but "${beside}" exists next to it: a restore was interrupted; ${again}, or move that folder away to start with an empty server`;
}

/** Name of the `swapping-` folder of a confirmed restore; null where there is none. */
export function findConfirmedSwap(folder: string): string | null {
  const isConfirmed = (name: string) =>
    name.startsWith(SWAPPING_PREFIX) && existsSync(join(folder, name, CONFIRMED_FILE));
  return listNames(folder).find(isConfirmed) ?? null;
}

/** Resolves symbolic links; an absent folder gives its absolute path. */
export function resolveFolder(folder: string): string {
  return readOrElse(() => realpathSync(folder), resolve(folder));
}

/** Names in a folder, sorted; empty where the folder is absent or unreadable. */
export function listNames(folder: string): string[] {
  return readOrElse(() => readdirSync(folder).sort(), []);
}
