import type { Storage } from "../storage/storage.ts";
import type { PhotoFiles } from "./files.ts";
import * as store from "./store.ts";

const AT_ONCE = 100;

/**
 * Removes the files of photos that were deleted so long ago that no generation of the database shows them any more, and no
 * copy of the folder that is being made; then their rows. Gives how many.
 */
export async function removeDeletedPhotos(storage: Storage, files: PhotoFiles): Promise<number> {
  const before = storage.settledBefore();
  if (before === null) return 0;
  let removed = 0;
  for (const photo of store.deletedBefore.all(storage.db, { before, most: AT_ONCE })) {
    const own = [photo.file, photo.thumbnail].filter(
      (file) => store.otherWithFile.first(storage.db, { oid: photo.oid, file }) === null,
    );
    const gone = await Promise.all(own.map((file) => files.remove(file)));
    // The same picture was sent again within the hour: its row may yet come.
    if (gone.includes(false)) continue;
    // The row last: after a crash in between, the files are missed by nobody.
    await storage.write(photo.tenantId, (tx) => store.remove.run(tx, { oid: photo.oid }), {
      evenWhenLow: true,
    });
    removed++;
  }
  return removed;
}
