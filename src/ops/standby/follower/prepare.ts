import { rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../../../storage/files/durable-files.ts";
import { STATE_FILE } from "../../../storage/files/file-names.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import { PHOTOS_FOLDER } from "../../backup/data-folder/contents.ts";

/**
 * Removes the empty database of a server that has become a standby, and what belongs to it. The keys are replaced by those of the
 * primary. The caller has checked that the server has no user. An interruption is harmless: it is called again.
 */
export function prepareFolder(folder: string): void {
  for (const generation of listGenerations(folder))
    for (const name of [generation, `${generation}-wal`, `${generation}-shm`])
      rmSync(join(folder, name), { force: true });
  for (const name of [STATE_FILE, PHOTOS_FOLDER, "setup-code", "tls"])
    rmSync(join(folder, name), { recursive: true, force: true });
  syncFolder(folder);
}
