import { read } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";

const CHUNK_BYTES = 1024 * 1024;
const readAt = promisify(read);

/** A part of an open file, which is held until its end was read or `release` was called. */
export interface FilePart {
  readonly bytes: number;
  readonly chunks: AsyncGenerator<Buffer>;
  release(): Promise<void>;
}

/** An open file from an offset to its end; it is closed then. Null: it is shorter. */
export async function readPart(file: FileHandle, from: number): Promise<FilePart | null> {
  const { size } = await file.stat();
  if (size >= from) return makePart(file.fd, from, size, () => file.close());
  await file.close();
  return null;
}

/**
 * A part of a file by its descriptor, which stays open: a file stream would close it when its reader leaves. `free` is called once,
 * when no read is pending any more.
 */
export function makePart(
  fd: number,
  from: number,
  to: number,
  free: () => Promise<void> = async () => {},
): FilePart {
  let freed: Promise<void> | null = null;
  let reading: Promise<unknown> = Promise.resolve();
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
