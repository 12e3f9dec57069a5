import { read } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import type { HeldFile } from "../../../storage/generations/snapshot-lease.ts";

const PIECE = 256 * 1024;
const readAt = promisify(read);

/** A held file's content, read through the storage's own descriptor. */
export interface HeldContent {
  /** In the data folder. */
  readonly path: string;
  readonly bytes: number;
  open(): Readable;
  /** Resolves when nothing reads any more: the descriptor may be closed then. */
  whenIdle(): Promise<void>;
}

/** Not a file stream: that would close the descriptor when the client hangs up. */
export function heldContent({ name, fd, bytes }: HeldFile): HeldContent {
  let reading: Promise<unknown> = Promise.resolve();
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes; ) {
      const next = readAt(
        fd,
        Buffer.allocUnsafe(Math.min(PIECE, bytes - at)),
        0,
        Math.min(PIECE, bytes - at),
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
    open: () => Readable.from(pieces(), { objectMode: false }),
    whenIdle: () =>
      reading.then(
        () => {},
        // Whoever reads was told.
        () => {},
      ),
  };
}
