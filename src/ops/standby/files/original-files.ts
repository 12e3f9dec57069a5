import { open } from "node:fs/promises";
import { join } from "node:path";
import { isGeneration } from "../../../storage/files/file-names.ts";
import { type FilePart, makePart, readPart } from "../../../storage/files/file-part.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import type { Storage } from "../../../storage/storage.ts";

/**
 * The part of a generation's log from an offset to its flushed end. Null: the generation does not exist, or its log is shorter. A
 * superseded log is read to the end of its file, where a rolled-back transaction may be left.
 */
export async function openLogPart(
  storage: Storage,
  generation: string,
  from: number,
): Promise<FilePart | null> {
  const lease = storage.leaseSnapshot();
  const [main, log] = lease.files;
  if (main?.name !== generation || log === undefined) {
    lease.release();
    return openSupersededLog(storage.folder, generation, from);
  }
  try {
    // The lease holds every commit so far. The standby must not have what a power cut can take from this server.
    await storage.flush();
  } catch (error) {
    lease.release();
    throw error;
  }
  if (log.bytes < from) {
    lease.release();
    return null;
  }
  return makePart(log.fd, from, log.bytes, async () => lease.release());
}

/** The main file of the newest generation. Null: another one is the newest. */
export function openMainPart(storage: Storage, generation: string): FilePart | null {
  const lease = storage.leaseSnapshot();
  const [main] = lease.files;
  if (main?.name === generation) return makePart(main.fd, 0, main.bytes, async () => lease.release());
  lease.release();
  return null;
}

/** SQLite locks no part of a log, so opening and closing it is harmless. */
async function openSupersededLog(folder: string, generation: string, from: number): Promise<FilePart | null> {
  if (!isGeneration(generation) || !listGenerations(folder).includes(generation)) return null;
  return readPart(await open(join(folder, `${generation}-wal`), "r"), from);
}
