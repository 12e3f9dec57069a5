import { randomBytes } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeClock } from "../../src/platform/clock.ts";
import { writeSmallFile } from "../../src/storage/files/durable-files.ts";
import { STATE_FILE } from "../../src/storage/files/file-names.ts";
import { listGenerations } from "../../src/storage/generations/generations.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";

/**
 * Makes `folder` a copy of `demo` as a clean stop leaves it, with a record of its own. A plain copy would be checked as a
 * whole and begin a generation at each of the tests' thousand starts. The tests of copies make plain ones.
 */
export function copyDataFolder(demo: string, folder: string): void {
  cpSync(demo, folder, { recursive: true });
  const path = join(folder, STATE_FILE);
  const record: object = JSON.parse(readFileSync(path, "utf8"));
  const timeline = randomBytes(6).toString("base64url");
  writeSmallFile(path, (mark) => JSON.stringify({ ...record, mark, timeline }));
}

/** Moves the log of a stopped server, and the changes of `change`, into a main file, which is copied and read faster. */
export async function moveToMainFile(
  folder: string,
  change: (storage: Storage) => Promise<void> = async () => {},
): Promise<void> {
  const storage = await openStorage({
    folder,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure(error) {
      throw error;
    },
  });
  await change(storage);
  await storage.rotate();
  await storage.close();
  const [first] = listGenerations(folder);
  for (const suffix of ["", "-wal", "-shm"]) await rm(join(folder, first + suffix), { force: true });
}
