import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { UNFINISHED_PREFIX } from "../../../storage/files/file-names.ts";

/**
 * Runs `use` with a private folder (0700) in the data folder, and removes it afterwards. After a crash the next start removes it,
 * and no backup contains it.
 */
export async function withWorkFolder<T>(dataFolder: string, use: (work: string) => Promise<T>): Promise<T> {
  const work = await mkdtemp(join(dataFolder, `${UNFINISHED_PREFIX}backup-`));
  try {
    return await use(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** restic's cache of indexes, where the service has a folder for caches. */
export function cacheFolder(): string | null {
  const parent = process.env["CACHE_DIRECTORY"];
  if (parent === undefined) return null;
  const folder = join(parent, "restic");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
