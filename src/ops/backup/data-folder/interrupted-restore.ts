import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { isGeneration } from "../../../storage/file-names.ts";

// How a restore names what it makes beside or in the data folder, so that a start knows of one that was interrupted.

/** Beside the data folder: what is being made, and the folder that was there before. */
export const RESTORING_INFIX = ".restoring-";
export const BEFORE_INFIX = ".before-";
/** In a data folder that can't be renamed: the contents are being exchanged; and what was there before. */
export const SWAPPING_PREFIX = "swapping-";
export const BEFORE_PREFIX = "before-";

/**
 * Why a start on this folder would not be what the person means: a restore into it was interrupted. Null: it was not.
 * Without this a box whose folder was just renamed away would begin as an empty one.
 */
export function findInterruptedRestore(folder: string): string | null {
  const again = "run the restore again";
  const inside = listNames(folder);
  if (inside.some((name) => name.startsWith(SWAPPING_PREFIX)))
    return `${folder}: a restore into it was interrupted; ${again}`;
  if (inside.some(isGeneration)) return null;
  const own = resolveFolder(folder);
  const beside = listNames(dirname(own)).find(
    (name) =>
      name.startsWith(basename(own) + RESTORING_INFIX) || name.startsWith(basename(own) + BEFORE_INFIX),
  );
  if (beside === undefined) return null;
  return `${folder}: there is no database, but "${beside}" beside it: a restore was interrupted; ${again}, or move that folder away to start with an empty server`;
}

/** The folder itself where it is a link. */
export function resolveFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (isAbsent(error)) return resolve(folder);
    throw error;
  }
}

/** The names in a folder; none where there is no folder. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "EACCES"].includes(String(error.code));
}
