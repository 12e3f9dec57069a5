import { read } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isGeneration } from "../../../storage/files/file-names.ts";
import { listGenerations } from "../../../storage/generations/generations.ts";
import type { Storage } from "../../../storage/storage.ts";

const CHUNK_BYTES = 1024 * 1024;
const readAt = promisify(read);

/** A part of a file, which is held until its end was read or `release` was called. */
export interface FilePart {
  readonly bytes: number;
  readonly chunks: AsyncGenerator<Buffer>;
  release(): Promise<void>;
}

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

/** An open file from an offset to its end; it is closed then. Null: it is shorter. */
export async function readPart(file: FileHandle, from: number): Promise<FilePart | null> {
  const { size } = await file.stat();
  if (size >= from) return makePart(file.fd, from, size, () => file.close());
  await file.close();
  return null;
}

/** `free` is called once. */
function makePart(fd: number, from: number, to: number, free: () => Promise<void>): FilePart {
  let freed: Promise<void> | null = null;
  let reading: Promise<unknown> = Promise.resolve();
  // The descriptor may be closed only after the last read of it.
  const release = () => {
    freed ??= reading.then(free, free);
    return freed;
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for (let at = from; at < to; ) {
        const length = Math.min(CHUNK_BYTES, to - at);
        const next = readAt(fd, Buffer.allocUnsafe(length), 0, length, at);
        reading = next;
        const { bytesRead, buffer } = await next;
        if (bytesRead === 0) throw new Error("the file is shorter than it was");
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await release();
    }
  }
  return { bytes: to - from, chunks: chunks(), release };
}
