import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { suspendAccess } from "../../../access/restored/restored.ts";
import { readSmallFile } from "../../../platform/read-file.ts";
import { endLabelsAfterRestore } from "../../../printing/labels/after-restore.ts";
import { beginDataHistory } from "../../../storage/data-history.ts";
import type { Tx } from "../../../storage/database/statement.ts";
import { syncFolder, writeSmallFile } from "../../../storage/files/durable-files.ts";
import { RESTORED_FILE } from "../../../storage/files/file-names.ts";
import type { Storage } from "../../../storage/storage.ts";
import { pauseAfterRestore } from "../../../webhooks/webhooks.ts";

/** Who has confirmed a restore in the console; null on a server without users. */
const Confirmed = z.object({ by: z.string().nullable() });

/**
 * Marks a restored data folder for its first start, synced to the disk. `by`: the user name of the Admin who has confirmed it in
 * the console; absent: the command restores.
 */
export function markRestored(folder: string, by?: string | null): void {
  writeSmallFile(join(folder, RESTORED_FILE), by === undefined ? "" : JSON.stringify({ by }));
}

/**
 * Ends all earlier logins and waiting labels of a restored folder, pauses its webhooks and begins a new history of the data, before the
 * first request is answered. `also`: what else a restore changes, in the same transaction. After an interrupted start it runs again.
 * Rejects with Unavailable while the disk is not accepting writes.
 */
export async function endLoginsAfterRestore(storage: Storage, also: (tx: Tx) => void): Promise<void> {
  const mark = join(storage.folder, RESTORED_FILE);
  const text = readSmallFile(mark);
  if (text === null) return;
  const confirmed = text === "" ? null : Confirmed.parse(JSON.parse(text));
  const suspend = (tx: Tx) => {
    // First: it reads the time of the copy's last change.
    beginDataHistory(tx, storage.timeline);
    suspendAccess(tx, confirmed);
    pauseAfterRestore(tx);
    endLabelsAfterRestore(tx);
    also(tx);
  };
  await storage.write(null, suspend, { evenWhenLow: true });
  await storage.durable();
  rmSync(mark);
  syncFolder(storage.folder);
}
