import { Invalid, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { asError } from "../../platform/error-code.ts";
import {
  callWithinLimits,
  type ReusableWorker,
  TimeLimitError,
  type WorkerClient,
} from "../../platform/workers/client.ts";

/** A label takes well under a second of processor time, also on a slow machine; a worker that takes longer is terminated. */
const LIMITS = { cpuMs: 4000, elapsedMs: 30_000 };
const RETRY_AFTER_S = 2;

/** A program that draws labels. */
interface DrawingProgram {
  /** Resolves when the program is loaded. */
  load(input: null): void;
}

/** Options of `callDrawing`. */
interface DrawingOptions {
  /** What is thrown where the worker fails. */
  readonly failed?: (cause: Error) => Error;
  readonly spent?: DrawingTurn["spent"];
}

/** The turn of a user or a terminal. */
export interface DrawingTurn {
  readonly lane: string;
  /** Throws TooManyRequests where the lane has used up its time. */
  assertLeft(): void;
  /** The label has taken this processor time, in milliseconds. */
  spent(cpuMs: number): void;
}

/**
 * Calls a worker that draws a label. Throws the worker's Invalid where it names a field, and Invalid for a label that can't be drawn
 * within 4 s of CPU time. Where the worker fails, or gets no time for 30 s, throws what `failed` makes of the cause.
 */
export async function callDrawing<F extends DrawingProgram, R>(
  workers: ReusableWorker<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
  { failed = failureOfServer, spent = () => {} }: DrawingOptions = {},
): Promise<R> {
  const worker = workers.take();
  try {
    await load(worker);
    const result = await measured(worker, call, spent);
    workers.release(worker);
    return result;
  } catch (error) {
    if (error instanceof Invalid) {
      workers.release(worker);
      throw error.fieldErrors.length > 0 ? error : new Invalid(NOT_DRAWN);
    }
    // After a timeout or an error the worker can not be used again.
    await worker.terminate();
    if (error instanceof TimeLimitError && error.limit === "cpuMs") throw new Invalid(NOT_DRAWN);
    throw failed(asError(error));
  }
}

/** Draws within the limits, and reports the processor time. */
async function measured<F extends DrawingProgram, R>(
  worker: WorkerClient<F>,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
  spent: DrawingTurn["spent"],
): Promise<R> {
  const before = await worker.cpuMs();
  try {
    return await callWithinLimits(worker, LIMITS, call);
  } finally {
    // A worker that has ended does not tell.
    const after = await worker.cpuMs().catch(() => before + LIMITS.cpuMs);
    spent(after - before);
  }
}

/** The label may be sound: another attempt may draw it. */
const failureOfServer = (cause: Error) =>
  new Unavailable(msg("The label can't be drawn now. Try again in a moment."), RETRY_AFTER_S, cause);

const load = (worker: WorkerClient<DrawingProgram>): Promise<void> => worker.call("load", null);

/** Why a label is not drawn that takes too long. */
export const NOT_DRAWN = msg(
  "This label can't be drawn. Check that the data fit its bar codes, and that its letters and pictures fit a label.",
);
