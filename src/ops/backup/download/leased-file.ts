import { read } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { LeasedFile } from "../../../storage/generations/snapshot-lease.ts";

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/** Content of a file under a snapshot lease, read through the storage's own descriptor. */
export interface LeasedContent {
  /** Relative path in the data folder. */
  readonly path: string;
  readonly bytes: number;
  open(): Readable;
  /** Resolves when no read is pending, so that the descriptor may be closed. */
  whenIdle(): Promise<void>;
}

/** Reads a held file. A file stream would close the descriptor when the client disconnects. */
export function leasedContent({ name, fd, bytes }: LeasedFile): LeasedContent {
  let reading: Promise<unknown> = Promise.resolve();
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes; ) {
      const next = readAt(
        fd,
        Buffer.allocUnsafe(Math.min(CHUNK_BYTES, bytes - at)),
        0,
        Math.min(CHUNK_BYTES, bytes - at),
        at,
      );
      reading = next;
      const { bytesRead, buffer } = await next;
      if (bytesRead === 0) throw new Error(`${name} is shorter than it was`);
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
  return {
    path: name,
    bytes,
    open: () => Readable.from(chunks(), { objectMode: false }),
    whenIdle: () =>
      reading.then(
        () => {},
        // The stream has reported the error.
        () => {},
      ),
  };
}
