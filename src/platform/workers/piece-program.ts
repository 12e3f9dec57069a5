import { Readable } from "node:stream";
import type { ReusableWorker } from "./client.ts";
import type { TransferredResult } from "./protocol.ts";

/** The functions of a worker that makes files from `I`: one file at a time. */
export interface PieceProgram<I> {
  start(input: I): void;
  /** The next piece of the file; null: the end. */
  next(input: null): Promise<TransferredResult<Uint8Array> | null>;
}

/**
 * Starts a file. A worker produces it as the stream is read; destroying the stream early ends the worker. Rejects as the
 * program's `start` does.
 */
export async function startFile<I>(workers: ReusableWorker<PieceProgram<I>>, input: I): Promise<Readable> {
  const worker = workers.take();
  try {
    await worker.call("start", input);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return streamFromWorker({
    next: () => worker.call("next", null),
    ended: () => workers.release(worker),
    abort: () => worker.terminate(),
  });
}

/** A file that a worker makes piece by piece. */
interface PieceSource {
  /** The next piece; null: the end. */
  next(): Promise<Uint8Array | null>;
  /** Called after the last piece. */
  ended(): void;
  /** Called when the stream is destroyed before the last piece. */
  abort?(): Promise<void>;
  readonly highWaterMark?: number;
}

/** The pieces of a file as a stream. Each is requested when there is room for it; an error destroys the stream. */
export function streamFromWorker({ next, ended, abort, ...options }: PieceSource): Readable {
  let isWhole = false;
  const file = new Readable({
    ...options,
    read() {
      next().then(push, (error) => file.destroy(error));
    },
    destroy(error, done) {
      if (isWhole || abort === undefined) return done(error);
      abort().then(
        () => done(error),
        (failure: Error) => done(error ?? failure),
      );
    },
  });
  function push(piece: Uint8Array | null): void {
    if (piece !== null) {
      file.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      return;
    }
    isWhole = true;
    ended();
    file.push(null);
  }
  return file;
}
