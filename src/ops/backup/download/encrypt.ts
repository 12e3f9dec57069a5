import { Readable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Archive } from "./archive.ts";

/** What the thread is given: the passphrase, and how long the archive is. */
export interface EncryptWorkerData {
  readonly passphrase: string;
  readonly bytes: number;
}

/** What it is told: to give the next piece, or a piece of the archive that it has asked for (null: its end). */
export type WorkerRequest =
  | { readonly kind: "next" }
  | { readonly kind: "plain"; readonly piece: Uint8Array | null };

/** What it says: how long the file will be, that it needs more of the archive, or the next piece. */
export type WorkerReply =
  | { readonly kind: "ready"; readonly bytes: number }
  | { readonly kind: "more" }
  | { readonly kind: "piece"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "end" };

/**
 * The archive as an age file (age-encryption.org/v1) that this passphrase opens. It is encrypted in a thread as it is read, a
 * piece at a time. Rejects where the thread fails; then the archive is still the caller's to release.
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
  const give = async () => {
    // The thread may ask for the first piece before anybody reads.
    const { pieces } = await opened;
    const { done, value } = await pieces.next();
    // A copy of its own: of a part of a larger buffer all of that would be copied.
    const piece = done ? null : new Uint8Array(value);
    worker.postMessage(
      { kind: "plain", piece } satisfies WorkerRequest,
      piece === null ? [] : [piece.buffer],
    );
  };
  let left = 0;
  const push = async (piece: Buffer) => {
    const { file } = await opened;
    left -= piece.length;
    file.push(piece);
    // Not one answer of the thread later: the client has all of it, and may hang up.
    if (left === 0) file.push(null);
  };
  worker.on("message", (said: WorkerReply) => {
    if (said.kind === "ready") begun(said.bytes);
    else if (said.kind === "more") give().catch(fail);
    else if (said.kind === "piece") push(Buffer.from(said.bytes.buffer)).catch(fail);
    else if (left > 0) fail(new Error("the encrypted backup is shorter than it was told to be"));
  });
  worker.on("error", (error) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => fail(new Error("the thread that encrypts a backup has ended")));
  const bytes = await ready;
  left = bytes;
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

/** What is read of an archive, and the file that it becomes. */
interface Encrypting {
  readonly pieces: AsyncIterator<Buffer>;
  readonly file: Readable;
}
