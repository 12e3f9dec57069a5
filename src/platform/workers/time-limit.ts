import type { WorkerClient } from "./client.ts";

const CHECK_EVERY_MS = 250;

/** Limits of a call, in milliseconds. */
export interface TimeLimits {
  /** Processor time. */
  readonly cpuMs: number;
  /** Elapsed time, for a busy machine. */
  readonly elapsedMs: number;
}

/** A call has taken more than its time. Its worker may go on: terminate it. */
export class TimeLimitError extends Error {
  readonly limit: keyof TimeLimits;

  constructor(limit: keyof TimeLimits) {
    super("a worker has taken too long");
    this.limit = limit;
  }
}

/** Calls a worker, which does nothing else meanwhile. Rejects with TimeLimitError after the limits, with the reason of `signal`, or when the worker ends. */
export async function callWithinLimits<F extends object, R>(
  worker: WorkerClient<F>,
  { cpuMs, elapsedMs }: TimeLimits,
  call: (worker: WorkerClient<F>, options: { readonly signal: AbortSignal }) => Promise<R>,
  signal?: AbortSignal,
): Promise<R> {
  const timeout = new AbortController();
  const abort = (reason: unknown) => timeout.abort(reason);
  // A thread that has not begun, or has ended, does not tell.
  const before = await worker.cpuMs().catch(() => 0);
  signal?.throwIfAborted();
  const check = async () => {
    if ((await worker.cpuMs().catch(() => before)) - before > cpuMs) abort(new TimeLimitError("cpuMs"));
  };
  const checking = setInterval(() => check().catch(abort), CHECK_EVERY_MS);
  const latest = setTimeout(() => abort(new TimeLimitError("elapsedMs")), elapsedMs);
  try {
    const signals = signal === undefined ? [timeout.signal] : [timeout.signal, signal];
    return await call(worker, { signal: AbortSignal.any(signals) });
  } finally {
    clearInterval(checking);
    clearTimeout(latest);
  }
}
