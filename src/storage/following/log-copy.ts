import { fdatasync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { writeWhole } from "../files/durable-files.ts";
import {
  frameChecksum,
  readWal,
  readWalHeader,
  type WalHeader,
  type WalPosition,
  walBytes,
} from "../generations/wal.ts";

const flush = promisify(fdatasync);

/** The position in a log: its number of frames, and the cumulative checksum there, which only the same log has. */
export interface LogPosition {
  readonly frames: number;
  readonly checksum: readonly [number, number];
}

/** The received bytes do not continue the log. What was there before is unchanged. */
export class ForeignLog extends Error {}

/**
 * A copy of a log that another server writes. It grows by whole transactions: the frames' checksums are checked, and only what is
 * flushed counts. An interruption at any moment leaves a log that ends with a whole transaction, or that `open` cuts there.
 */
export class LogCopy {
  readonly #file: FileHandle;
  #header: WalHeader | null;
  #end: WalPosition | null;

  private constructor(file: FileHandle, header: WalHeader | null, end: WalPosition | null) {
    this.#file = file;
    this.#header = header;
    this.#end = end;
  }

  /** Opens or creates the copy, and cuts what an interruption has left after its last whole transaction. */
  static async open(path: string): Promise<LogCopy> {
    const file = await open(path, "a+", 0o600).then(async (created) => {
      await created.close();
      return open(path, "r+");
    });
    try {
      const header = readWalHeader(file.fd);
      const end = header === null ? null : readWal(file.fd, header).end;
      const copy = new LogCopy(file, header, end);
      await file.truncate(copy.bytes);
      await flush(file.fd);
      return copy;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The end of the last flushed transaction. Null: nothing is there. */
  get position(): LogPosition | null {
    return this.#end;
  }

  /** Length of the flushed part: where the next bytes belong. */
  get bytes(): number {
    return this.#header === null || this.#end === null ? 0 : walBytes(this.#header, this.#end.frames);
  }

  /**
   * Appends the bytes that follow in the original and flushes them. Bytes after the last whole transaction are dropped. Rejects
   * with ForeignLog when no whole transaction follows.
   */
  async append(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    let at = this.bytes;
    try {
      for await (const chunk of chunks) {
        await writeWhole(this.#file, chunk, at);
        at += chunk.length;
      }
      const header = this.#header ?? readWalHeader(this.#file.fd);
      if (header === null) throw new ForeignLog("the log has no header");
      const { end, commits } = readWal(this.#file.fd, header, this.#end ?? undefined);
      if (commits === 0) throw new ForeignLog("the received part of the log does not continue it");
      await this.#file.truncate(walBytes(header, end.frames));
      await flush(this.#file.fd);
      this.#header = header;
      this.#end = end;
    } catch (error) {
      await this.#file.truncate(this.bytes);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** The checksum of the last frame of a log of this length; null: no frame ends there. */
export function checksumAt(fd: number, bytes: number): readonly [number, number] | null {
  const header = readWalHeader(fd);
  if (header === null) return null;
  const frameBytes = walBytes(header, 1) - walBytes(header, 0);
  const frames = (bytes - walBytes(header, 0)) / frameBytes;
  if (!Number.isInteger(frames) || frames < 1) return null;
  const frame = Buffer.alloc(24);
  const read = readSync(fd, frame, 0, frame.length, walBytes(header, frames - 1));
  return read === frame.length ? frameChecksum(frame) : null;
}
