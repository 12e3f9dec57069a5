import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import { errorCode } from "../platform/error-code.ts";
import type { Storage } from "../storage/storage.ts";
import { isPhotoFile, type PhotoFiles } from "./files.ts";
import * as store from "./store.ts";

const DAY_MS = 24 * 3_600_000;
/** After each folder it pauses for this multiple of the time that the folder took. */
const PAUSE_FACTOR = 3;

interface Sweep {
  readonly storage: Pick<Storage, "db" | "removableBefore">;
  readonly files: PhotoFiles;
  /** The folder of the photos. */
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
}

/**
 * Removes photo files without a row that are older than a day, left by a power cut between file and row. Returns their number.
 * A row outlives its photo until no kept generation shows it (`removeDeletedPhotos`): a file without a row in the open
 * generation is shown by none. Nothing is removed while a backup holds the folder. Files of running uploads are never removed.
 */
export async function removeOrphanFiles(sweep: Sweep, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const part of (await namesIn(sweep.folder)).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    if (signal.aborted) break;
    const began = performance.now();
    for (const name of await namesIn(join(sweep.folder, part))) {
      if (await isOrphan(sweep, name)) removed += (await sweep.files.remove(name)) ? 1 : 0;
    }
    await sleep((performance.now() - began) * PAUSE_FACTOR, null, { ref: false });
  }
  return removed;
}

/** The names in a folder; none if it does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return [];
    throw error;
  }
}

async function isOrphan({ storage, files, clock }: Sweep, name: string): Promise<boolean> {
  if (!isPhotoFile(name) || storage.removableBefore() === null) return false;
  // It may be removed meanwhile.
  const found = await stat(files.path(name)).catch(() => null);
  if (found === null || clock.now() - found.mtimeMs < DAY_MS) return false;
  return store.otherWithFile.first(storage.db, { oid: 0, file: name }) === null;
}

const MAX_REMOVED = 100;
const PAUSE_MS = 50;

/**
 * Removes the files, then the rows, of deleted photos that no kept generation and no running copy of the folder shows, in small
 * steps while `isAllowed`. Returns the number of removed photos.
 */
export async function removeDeletedPhotos(
  storage: Storage,
  files: PhotoFiles,
  isAllowed: () => boolean = () => true,
): Promise<number> {
  let all = 0;
  while (isAllowed()) {
    const removed = await removeSome(storage, files);
    all += removed;
    if (removed < MAX_REMOVED) break;
    await sleep(PAUSE_MS, null, { ref: false });
  }
  return all;
}

async function removeSome(storage: Storage, files: PhotoFiles): Promise<number> {
  const before = storage.removableBefore();
  if (before === null) return 0;
  let removed = 0;
  for (const photo of store.deletedBefore.all(storage.db, { before, limit: MAX_REMOVED })) {
    const own = [photo.file, photo.thumbnail].filter(
      (file) => store.otherWithFile.first(storage.db, { oid: photo.oid, file }) === null,
    );
    const results = await Promise.all(own.map((file) => files.remove(file)));
    // The same image was uploaded again within the last hour: its row may follow.
    if (results.includes(false)) continue;
    // The row last: after a crash in between, the removal is repeated.
    await storage.write(photo.tenantId, (tx) => store.remove.run(tx, { oid: photo.oid }), {
      evenWhenLow: true,
    });
    removed++;
  }
  return removed;
}
