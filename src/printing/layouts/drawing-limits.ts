import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { WorkerClient } from "../../platform/workers/client.ts";
import type { ReusableWorker } from "../../platform/workers/reusable-worker.ts";

/** Limit of CPU time. A label takes well under a second, also on a slow machine; a worker that takes longer is terminated. */
const MAX_CPU_MS = 4000;
/** Limit of elapsed time, for a busy machine. */
const MAX_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 250;
/** A program that draws labels. */
export interface DrawingProgram {
  /** Resolves when the program is loaded. */
  load(input: null): void;
}

/**
 * Calls a worker that draws a label. Throws the worker's Invalid where it names a field, and Invalid for a label that can't be drawn
 * within 4 s of CPU time.
 */
export async function callDrawing<F extends DrawingProgram, R>(
  workers: ReusableWorker<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
): Promise<R> {
  const worker = workers.take();
  try {
    await load(worker);
    const result = await withinLimit(worker, call);
    workers.release(worker);
    return result;
  } catch (error) {
    if (error instanceof Invalid) {
      workers.release(worker);
      if (error.fieldErrors.length > 0) throw error;
    } else {
      // After a timeout or an error the worker can not be used again.
      await worker.terminate();
    }
    throw new Invalid(NOT_DRAWN);
  }
}

const load = (worker: WorkerClient<DrawingProgram>): Promise<void> => worker.call("load", null);

/** Draws a label. Rejects after the limits of CPU time or elapsed time, or when the worker ends. */
async function withinLimit<F extends DrawingProgram, R>(
  worker: WorkerClient<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
): Promise<R> {
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const before = await worker.cpuMs();
  const check = async () => {
    if ((await worker.cpuMs()) - before > MAX_CPU_MS) abort();
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(abort, MAX_WAIT_MS);
  try {
    return await call(worker, { signal: timeout.signal });
  } finally {
    clearInterval(checking);
    clearTimeout(latest);
  }
}

/** Why a label is not drawn that takes too long. */
export const NOT_DRAWN = msg(
  "This label can't be drawn. Check that the data fit its bar codes, and that its letters and pictures fit a label.",
);
