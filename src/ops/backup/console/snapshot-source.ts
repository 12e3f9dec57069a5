import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryAccess } from "../restic/destination.ts";
import { RepositoryError } from "../restic/failures.ts";
import { Repository } from "../restic/repository.ts";
import { assertFreeSpace } from "../restore/disk-space.ts";
import { cacheFolder } from "../targets/work-folder.ts";
import type { PlanSource } from "./plan.ts";

/** Characters that name a snapshot. */
const SHORT = 8;

/**
 * Fetches a backup of a target into the scratch folder. Rejects with RepositoryError, and with CopyError where the
 * disk has too little space.
 */
export function openSnapshot(
  access: RepositoryAccess,
  snapshot: string,
  reserveBytes: number,
): PlanSource["open"] {
  return async (scratch, signal, onProgress) => {
    const [work, into] = [join(scratch, "work"), join(scratch, "unpacked")];
    for (const folder of [work, into]) await mkdir(folder, { mode: 0o700 });
    const repository = new Repository(access, { work, cache: cacheFolder(), signal }, { isLocking: false });
    // restic 0.14 names a snapshot by its first 8 characters when it has made it.
    const isShort = snapshot.length >= SHORT;
    const isNamed = ({ id }: { id: string }) => id === snapshot || (isShort && id.startsWith(snapshot));
    const [found, other] = (await repository.snapshots()).filter(isNamed);
    if (found === undefined || other !== undefined)
      throw new RepositoryError("noRepository", `no snapshot ${snapshot}`);
    const totalBytes = await repository.restoredBytes(found.id);
    await assertFreeSpace(scratch, totalBytes, reserveBytes);
    const progress = (written: number) => onProgress({ bytes: Math.min(written, totalBytes), totalBytes });
    progress(0);
    await repository.restore(found.id, into, progress);
    await rm(work, { recursive: true });
    return { path: into, madeAt: Date.parse(found.at) };
  };
}
