import type { Readable } from "node:stream";
import { streamFromWorker } from "./piece-stream.ts";
import type { TransferredResult } from "./protocol.ts";
import type { ReusableWorker } from "./reusable-worker.ts";

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
