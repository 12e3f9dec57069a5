import { accessSync, constants, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { StartupError, startupErrorKindOf } from "../platform/startup-error.ts";
import { isIgnorable, STATE_FILE, UNFINISHED_PREFIX } from "./file-names.ts";
import { makeFolder } from "./files.ts";
import { type FolderState, openFolderState, readSyncedPosition } from "./generations/folder-state.ts";
import { checkGeneration, findEmptyOrphans, listGenerations } from "./generations/generations.ts";
import { lockFolder } from "./lock.ts";

/** The data folder, taken by this process alone. */
export interface OpenFolder {
  /** File name of the newest generation; null in a folder without one. */
  readonly newest: string | null;
  readonly state: FolderState;
  unlock(): void;
}

/**
 * Makes the data folder or takes the one that is there, for this process alone.
 * Throws StartRefused, with nothing touched, when it can't be made or written, when another process works on it, or when
 * it holds no database but something else (a wrong folder, a restore that went half way).
 */
export function openFolder(folder: string): OpenFolder {
  prepare(folder);
  const newest = listGenerations(folder).at(-1) ?? null;
  if (newest === null) refuseForeign(folder);
  else checkGeneration(folder, newest);
  findEmptyOrphans(folder, newest);
  const { unlock } = lockFolder(folder);
  try {
    const left = readdirSync(folder).filter((name) => name.startsWith(UNFINISHED_PREFIX));
    for (const name of [...left, ...findEmptyOrphans(folder, newest)])
      rmSync(join(folder, name), { recursive: true });
    return { newest, state: openFolderState(folder), unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    readdirSync(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(
      `${folder}: the data folder can't be used (${reason})`,
      startupErrorKindOf(error) ?? "readOnly",
    );
  }
}

function refuseForeign(folder: string): void {
  const noted = readSyncedPosition(folder);
  if (noted !== null) {
    throw new StartupError(
      `${folder}: its database (${noted.generation}) is missing; restore a copy, or remove ${STATE_FILE} to begin anew`,
      "damaged",
    );
  }
  const orphans = findEmptyOrphans(folder, null);
  for (const name of readdirSync(folder)) {
    if (isIgnorable(name) || orphans.includes(name)) continue;
    throw new StartupError(
      `${folder}: there is no database, but "${name}"; tallybox starts in an empty folder or in its own`,
      "foreign",
    );
  }
}
