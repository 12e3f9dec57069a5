import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { Dependencies } from "../../../http/dependencies.ts";
import { VERSION } from "../../../platform/version.ts";
import { listSmallFiles, PHOTOS_FOLDER } from "../data-folder/contents.ts";
import type { BackupResult } from "../restic/backup.ts";
import type { Repository } from "../restic/repository.ts";
import { newestChange } from "./store.ts";

/** A complete backup, or one without files that could not be read. */
export interface MadeBackup extends BackupResult {
  /** Start of the backup, ISO 8601: everything that was confirmed before is in it. */
  readonly at: string;
}

/**
 * Backs up the data folder into a repository while the server runs: the open generation, whose files are immutable or only grow,
 * all photos, settings and keys. The tree of the snapshot is a data folder. Rejects with RepositoryError.
 */
export async function runBackup(
  { storage, clock }: Pick<Dependencies, "storage" | "clock">,
  repository: Repository,
  uploadKiBps: number | null,
  onProgress: (share: number) => void,
): Promise<MadeBackup> {
  await repository.unlock();
  const [parent = null] = await repository.snapshots();
  const { folder } = storage;
  const lease = storage.leaseSnapshot();
  try {
    const at = clock.iso();
    const change = newestChange.first(storage.db, { id: 1 })?.change ?? 0;
    const names = [
      ...lease.files.map(({ name }) => name),
      ...(await listSmallFiles(folder)),
      ...(existsSync(join(folder, PHOTOS_FOLDER)) ? [PHOTOS_FOLDER] : []),
    ];
    const contents = { folder, names, at, change, version: VERSION.version, uploadKiBps };
    const result = await repository.backup(contents, parent?.id ?? null, onProgress);
    return { ...result, at, unread: result.unread.filter((path) => !isRemovedPhoto(folder, path)) };
  } finally {
    lease.release();
  }
}

/** A photo that was removed between the listing of its folder and its turn belongs to no record any more. */
export function isRemovedPhoto(folder: string, path: string): boolean {
  if (!path.startsWith(`${PHOTOS_FOLDER}/`)) return false;
  try {
    return lstatSync(join(folder, path), { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
