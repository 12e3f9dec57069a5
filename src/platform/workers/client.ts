import type { Transferable, Worker } from "node:worker_threads";
import { asError } from "../error-code.ts";
import {
  deserializeError,
  type InputOf,
  type ProgressOf,
  type ResultOf,
  type WorkerMessage,
  type WorkerRequest,
} from "./protocol.ts";

interface CallOptions<P> {
  readonly onProgress?: (progress: P) => void;
  /** Aborting it rejects the call with its reason. The worker continues: terminate it. */
  readonly signal?: AbortSignal;
  /** Buffers of the input that move to the worker. */
  readonly transfer?: readonly Transferable[];
}

interface PendingCall {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onProgress(progress: unknown): void;
}

/**
 * Calls the functions F of a worker's program. Several calls may be pending. The process waits for the worker only while a call
 * is pending.
 */
export class WorkerClient<F extends object> {
  readonly #worker: Worker;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;
  #failure: Error | null = null;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.unref();
    worker.on("message", (message: WorkerMessage) => this.#receive(message));
    worker.on("error", (error) => this.#end(asError(error)));
    worker.on("exit", () => this.#end(new Error("the worker has ended")));
  }

  /** True once the worker has ended or failed. All calls reject then. */
  get hasEnded(): boolean {
    return this.#failure !== null;
  }

  /** Calls a function. Rejects with its error, as a domain error or with its code, or with the cause of the worker's end. */
  call<N extends keyof F & string>(
    name: N,
    input: InputOf<F[N]>,
    { onProgress, signal, transfer = [] }: CallOptions<ProgressOf<F[N]>> = {},
  ): Promise<ResultOf<F[N]>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<ResultOf<F[N]>>();
    const abort = () => this.#finish(id)?.reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    this.#pending.set(id, {
      // The program's types of result and progress are F's.
      resolve: (result) => resolve(result as ResultOf<F[N]>),
      reject,
      onProgress: (progress) => onProgress?.(progress as ProgressOf<F[N]>),
    });
    if (this.#pending.size === 1) this.#worker.ref();
    this.#worker.postMessage({ id, name, input } satisfies WorkerRequest, transfer);
    return signal === undefined ? promise : promise.finally(() => signal.removeEventListener("abort", abort));
  }

  /** Ends the worker after the present calls. */
  end(): void {
    this.#worker.postMessage(null);
  }

  /** Ends the worker at once. Pending calls reject. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** CPU time of the worker so far, in milliseconds. */
  async cpuMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1000;
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === "progress") this.#pending.get(message.id)?.onProgress(message.progress);
    else if (message.kind === "result") this.#finish(message.id)?.resolve(message.result);
    else this.#finish(message.id)?.reject(deserializeError(message.error));
  }

  /** Removes a pending call; undefined: it was aborted. */
  #finish(id: number): PendingCall | undefined {
    const call = this.#pending.get(id);
    if (this.#pending.delete(id) && this.#pending.size === 0) this.#worker.unref();
    return call;
  }

  #end(failure: Error): void {
    // Both events may report one end; the first has the cause.
    this.#failure ??= failure;
    for (const id of [...this.#pending.keys()]) this.#finish(id)?.reject(this.#failure);
  }
}

/** Time after which an idle worker ends. */
const IDLE_MS = 30_000;

/** Workers of one program. One idle worker is kept for reuse, because a start takes a fifth of a second. */
export interface ReusableWorker<F extends object> {
  /** The idle worker, or a new one. */
  take(): WorkerClient<F>;
  /** Keeps a worker for the next job, unless it has ended. */
  release(client: WorkerClient<F>): void;
}

/** Makes the workers of a program that runs one job after the other. */
export function reusableWorker<F extends object>(start: () => Worker, idleMs = IDLE_MS): ReusableWorker<F> {
  let idle: { readonly client: WorkerClient<F>; readonly ending: NodeJS.Timeout } | null = null;

  return {
    take() {
      const reused = idle;
      idle = null;
      clearTimeout(reused?.ending);
      return reused === null || reused.client.hasEnded ? new WorkerClient<F>(start()) : reused.client;
    },
    release(client) {
      if (client.hasEnded) return;
      if (idle !== null && !idle.client.hasEnded) return client.end();
      clearTimeout(idle?.ending);
      const ending = setTimeout(() => {
        idle = null;
        client.end();
      }, idleMs).unref();
      idle = { client, ending };
    },
  };
}

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
