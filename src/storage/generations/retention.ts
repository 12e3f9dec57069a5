import { statfsSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isGeneration } from "../file-names.ts";
import type { FolderState } from "./folder-state.ts";
import { listGenerations } from "./generations.ts";

/** A copy of the folder may take this long, and needs the generation that it began with. */
const KEPT_SECONDS = 2 * 3600;
/** While there is plenty of room they stay longer. */
const KEPT_WITH_ROOM_SECONDS = 24 * 3600;
const PLENTY = 4;

/**
 * Removes superseded generations whose time is over: after two hours, after a day while all of them take less than a
 * quarter of what is free; never the open one, nor the one before it. Gives how many.
 */
export async function removeSuperseded(
  folder: string,
  state: Pick<FolderState, "supersededSeconds" | "forget">,
): Promise<number> {
  const superseded = listGenerations(folder).slice(0, -2);
  const { bavail, bsize } = statfsSync(folder);
  const bytes = superseded.reduce((sum, name) => sum + bytesOf(folder, name), 0);
  const keptFor = bytes * PLENTY < bavail * bsize ? KEPT_WITH_ROOM_SECONDS : KEPT_SECONDS;
  const ended = superseded.filter((name) => state.supersededSeconds(name) > keptFor);
  for (const name of ended) {
    // The main file first: without it the rest counts for nothing.
    for (const part of partsOf(name)) await rm(join(folder, part), { force: true });
    state.forget(name);
  }
  return ended.length;
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
