import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import { WorkerClient } from "../../../platform/workers/client.ts";
import type { TransferredResult } from "../../../platform/workers/protocol.ts";
import type { Archive } from "./archive.ts";

/** The functions of the encryption worker. */
export interface EncryptProgram {
  /** Starts the file of an archive of `bytes`; returns the size of the encrypted file. */
  start(of: { readonly passphrase: string; readonly bytes: number }): Promise<number>;
  /** The next encrypted piece. `more`: it needs the next piece of the archive first; null: the end. */
  next(input: null): Promise<EncryptReply>;
  /** Takes the next piece of the archive (null: its end), then as `next`. */
  feed(piece: Uint8Array | null): Promise<EncryptReply>;
}
/** Reply of the worker: it needs more input, encrypted bytes, or null at the end. */
export type EncryptReply = "more" | TransferredResult<Uint8Array> | null;

/**
 * Encrypts the archive with the passphrase as an age file (age-encryption.org/v1). A worker thread encrypts it piece by piece
 * as it is read. Rejects where the worker fails; the caller then releases the archive.
 */
export async function encryptArchive(archive: Archive, passphrase: string): Promise<Archive> {
  const program = new URL("./encrypt-worker.ts", import.meta.url);
  const worker = new WorkerClient<EncryptProgram>(new Worker(program));
  const bytes = await worker.call("start", { passphrase, bytes: archive.bytes });
  return {
    bytes,
    open: () => encryptedFile(worker, archive.open(), bytes),
    async release() {
      await worker.terminate();
      await archive.release();
    },
  };
}

function encryptedFile(worker: WorkerClient<EncryptProgram>, plain: Readable, bytes: number): Readable {
  const pieces: AsyncIterator<Buffer> = plain[Symbol.asyncIterator]();
  let remaining = bytes;
  async function push(): Promise<void> {
    let reply = await worker.call("next", null);
    while (reply === "more") {
      const { done, value } = await pieces.next();
      // A separate copy, because the whole underlying buffer is transferred.
      const piece = done ? null : new Uint8Array(value);
      reply = await worker.call("feed", piece, { transfer: piece === null ? [] : [piece.buffer] });
    }
    if (reply === null) throw new Error("the encrypted backup is shorter than announced");
    remaining -= reply.byteLength;
    file.push(Buffer.from(reply.buffer));
    // At once, not with the worker's next reply: the client has all bytes and may disconnect.
    if (remaining === 0) file.push(null);
  }
  const file = new Readable({
    read() {
      push().catch((error) => file.destroy(error));
    },
    destroy(error, done) {
      plain.destroy();
      done(error);
    },
  });
  return file;
}
