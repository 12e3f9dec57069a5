import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suspendAccess } from "../../../access/restored/restored.ts";
import { syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import { RESTORED_FILE } from "../../../storage/files/file-names.ts";
import type { Storage } from "../../../storage/storage.ts";

/** Marks a restored data folder for its first start, synced to the disk. */
export function markRestored(folder: string): void {
  writeSmallFile(join(folder, RESTORED_FILE), "");
}

/**
 * Ends all earlier logins of a restored folder before the first request is answered. After an interrupted start it runs
 * again. Rejects with Unavailable while the disk is not accepting writes.
 */
export async function endLoginsAfterRestore(storage: Storage): Promise<void> {
  const mark = join(storage.folder, RESTORED_FILE);
  if (!existsSync(mark)) return;
  await storage.write(null, suspendAccess, { evenWhenLow: true });
  await storage.durable();
  rmSync(mark);
  syncFolder(storage.folder);
}
