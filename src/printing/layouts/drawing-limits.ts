import { Invalid, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { WorkerClient } from "../../platform/workers/client.ts";
import type { ReusableWorker } from "../../platform/workers/reusable-worker.ts";

/** Limit of CPU time. A label takes well under a second, also on a slow machine; a worker that takes longer is terminated. */
const MAX_CPU_MS = 4000;
/** Limit of elapsed time, for a busy machine. */
const MAX_WAIT_MS = 30_000;
const CHECK_EVERY_MS = 250;
const RETRY_AFTER_S = 2;

/** A program that draws labels. */
export interface DrawingProgram {
  /** Resolves when the program is loaded. */
  load(input: null): void;
}

/**
 * Calls a worker that draws a label. Throws the worker's Invalid where it names a field, and Invalid for a label that can't be drawn
 * within 4 s of CPU time. Where the worker fails, or gets no time for 30 s, throws what `failed` makes of the cause.
 */
export async function callDrawing<F extends DrawingProgram, R>(
  workers: ReusableWorker<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
  failed: (cause: Error) => Error = failureOfServer,
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
      throw error.fieldErrors.length > 0 ? error : new Invalid(NOT_DRAWN);
    }
    // After a timeout or an error the worker can not be used again.
    await worker.terminate();
    if (error === TOO_LONG) throw new Invalid(NOT_DRAWN);
    throw failed(error instanceof Error ? error : new Error(String(error)));
  }
}

const TOO_LONG = new Error("the label takes too long");

/** The label may be sound: another attempt may draw it. */
const failureOfServer = (cause: Error) => new Unavailable(NOT_NOW, RETRY_AFTER_S, cause);

const load = (worker: WorkerClient<DrawingProgram>): Promise<void> => worker.call("load", null);

/** Draws a label. Rejects after the limits of CPU time or elapsed time, or when the worker ends. */
async function withinLimit<F extends DrawingProgram, R>(
  worker: WorkerClient<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
): Promise<R> {
  const timeout = new AbortController();
  const abort = (reason: Error) => timeout.abort(reason);
  const before = await worker.cpuMs();
  const check = async () => {
    if ((await worker.cpuMs()) - before > MAX_CPU_MS) abort(TOO_LONG);
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(() => abort(new Error("drawing a label got no time")), MAX_WAIT_MS);
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

const NOT_NOW = msg("The label can't be drawn now. Try again in a moment.");
