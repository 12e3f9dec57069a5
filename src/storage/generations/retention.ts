import { statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isGeneration } from "../files/file-names.ts";
import type { FolderState } from "./folder-state.ts";
import { listGenerations } from "./generations.ts";

/** The longest time that a copy of the folder may take. It needs the generation that it began with. */
export const RETENTION_SECONDS = 2 * 3600;
/** The retention while the disk has plenty of free space. */
const LONG_RETENTION_SECONDS = 24 * 3600;
/** Plenty of free space: this many times the size of the superseded generations. */
const PLENTY_FACTOR = 4;

/**
 * Removes superseded generations after two hours, or after a day while all of them need less than a quarter of the free space.
 * Never removes the open one and the one before it. Returns the number of removed generations.
 */
export async function removeSuperseded(
  folder: string,
  state: Pick<FolderState, "supersededSeconds" | "forget">,
): Promise<number> {
  const superseded = listGenerations(folder).slice(0, -2);
  const { bavail, bsize } = statfsSync(folder);
  const bytes = superseded.reduce((sum, name) => sum + bytesOf(folder, name), 0);
  const retention = bytes * PLENTY_FACTOR < bavail * bsize ? LONG_RETENTION_SECONDS : RETENTION_SECONDS;
  const expired = superseded.filter((name) => state.supersededSeconds(name) > retention);
  for (const name of expired) {
    // The main file first: the other files mean nothing without it.
    for (const part of partsOf(name)) await rm(join(folder, part), { force: true });
    state.forget(name);
  }
  return expired.length;
}

function partsOf(name: string): string[] {
  if (!isGeneration(name)) throw new Error(`not a generation: ${name}`);
  return [name, `${name}-wal`, `${name}-shm`];
}

function bytesOf(folder: string, name: string): number {
  return partsOf(name).reduce(
    (sum, part) => sum + (statSync(join(folder, part), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}
