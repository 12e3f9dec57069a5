import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { suspendAccess } from "../../../access/restored/restored.ts";
import { RESTORED_FILE } from "../../../storage/file-names.ts";
import { syncFolder, writeSmallFile } from "../../../storage/files.ts";
import type { Storage } from "../../../storage/storage.ts";

/** Marks a data folder that a restore has made, for its first start. It is on the disk then. */
export function markRestored(folder: string): void {
  writeSmallFile(join(folder, RESTORED_FILE), "");
}

/**
 * Ends every login of before where a restore has made the folder: before the first request is answered. An interrupted start
 * does it again. Rejects with Unavailable while the disk takes no writes.
 */
export async function endLoginsAfterRestore(storage: Storage): Promise<void> {
  const mark = join(storage.folder, RESTORED_FILE);
  if (!existsSync(mark)) return;
  await storage.write(null, suspendAccess, { evenWhenLow: true });
  await storage.durable();
  rmSync(mark);
  syncFolder(storage.folder);
}
