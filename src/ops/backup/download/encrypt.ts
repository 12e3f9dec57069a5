import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Archive } from "./archive.ts";

/** Input of the encryption worker: the passphrase and the size of the archive. */
export interface EncryptWorkerData {
  readonly passphrase: string;
  readonly bytes: number;
}

/** Message to the worker: a request for the next encrypted piece, or a piece of the archive (null: its end). */
export type WorkerRequest =
  | { readonly kind: "next" }
  | { readonly kind: "plain"; readonly piece: Uint8Array | null };

/** Message of the worker: the size of the encrypted file, a request for more of the archive, or an encrypted piece. */
export type WorkerReply =
  | { readonly kind: "ready"; readonly bytes: number }
  | { readonly kind: "more" }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" };

/**
 * Encrypts the archive with the passphrase as an age file (age-encryption.org/v1). A worker thread encrypts it piece by piece
 * as it is read. Rejects where the worker fails; the caller then releases the archive.
 */
export async function encryptArchive(archive: Archive, passphrase: string): Promise<Archive> {
  const { promise: opened, resolve: open } = Promise.withResolvers<Encrypting>();
  const { promise: ready, resolve: begun, reject: failed } = Promise.withResolvers<number>();
  const worker = new Worker(new URL("./encrypt-worker.ts", import.meta.url), {
    workerData: { passphrase, bytes: archive.bytes } satisfies EncryptWorkerData,
  });
  const fail = (error: Error) => {
    failed(error);
    opened.then(({ file }) => file.destroy(error));
  };
  const sendPiece = async () => {
    // The worker may request the first piece before the stream is read.
    const { pieces } = await opened;
    const { done, value } = await pieces.next();
    // A separate copy, because the whole underlying buffer would be transferred.
    const piece = done ? null : new Uint8Array(value);
    worker.postMessage(
      { kind: "plain", piece } satisfies WorkerRequest,
      piece === null ? [] : [piece.buffer],
    );
  };
  let remaining = 0;
  const push = async (piece: Buffer) => {
    const { file } = await opened;
    remaining -= piece.length;
    file.push(piece);
    // At once, not with the worker's next message: the client has all bytes and may disconnect.
    if (remaining === 0) file.push(null);
  };
  worker.on("message", (reply: WorkerReply) => {
    if (reply.kind === "ready") begun(reply.bytes);
    else if (reply.kind === "more") sendPiece().catch(fail);
    else if (reply.kind === "piece") push(Buffer.from(reply.bytes.buffer)).catch(fail);
    else if (remaining > 0) fail(new Error("the encrypted backup is shorter than announced"));
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("the encryption worker of a backup has ended")));
  const bytes = await ready;
  remaining = bytes;
  return {
    bytes,
    open() {
      const plain = archive.open();
      const file = new Readable({
        read: () => worker.postMessage({ kind: "next" } satisfies WorkerRequest),
        destroy(error, done) {
          plain.destroy();
          done(error);
        },
      });
      open({ file, pieces: plain[Symbol.asyncIterator]() });
      return file;
    },
    async release() {
      await worker.terminate();
      await archive.release();
    },
  };
}

/** The pieces of the archive, and the stream of the encrypted file. */
interface Encrypting {
  readonly pieces: AsyncIterator<Buffer>;
  readonly file: Readable;
}
