import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Storage } from "../storage/storage.ts";
import type { PhotoFiles } from "./files.ts";
import * as store from "./store.ts";

const DAY_MS = 24 * 3_600_000;
/** After each folder it rests this many times as long as the folder took. */
const REST = 3;

interface Sweep {
  readonly storage: Pick<Storage, "db" | "settledBefore">;
  readonly files: PhotoFiles;
  /** The folder of the photos. */
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Removes photo files without a row that are older than a day: a power cut came between the file and its row. Gives how many.
 * A row outlives its photo until no kept generation shows the photo (removal.ts), so a file without a row in the open
 * generation is shown by none. Nothing is removed while a backup holds the folder; a file that is being uploaded is never.
 */
export async function removeOrphanFiles(sweep: Sweep, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const part of (await namesIn(sweep.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    if (signal.aborted) break;
    const began = performance.now();
    for (const name of await namesIn(join(sweep.folder, part))) {
      if (await isOrphan(sweep, name)) removed += (await sweep.files.remove(name)) ? 1 : 0;
    }
    await sleep((performance.now() - began) * REST, null, { ref: false });
  }
  return removed;
}

/** The names in a folder; none where it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return [];
    throw error;
  }
}

async function isOrphan({ storage, files, clock }: Sweep, name: string): Promise<boolean> {
  if (!files.isName(name) || storage.settledBefore() === null) return false;
  // Removed meanwhile.
  const found = await stat(files.path(name)).catch(() => null);
  if (found === null || clock.now() - found.mtimeMs < DAY_MS) return false;
  return store.otherWithFile.first(storage.db, { oid: 0, file: name }) === null;
}
