import type { Transferable, Worker } from "node:worker_threads";
import { deserializeError } from "./error-serialization.ts";
import type { InputOf, ProgressOf, ResultOf, WorkerMessage, WorkerRequest } from "./protocol.ts";

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
    worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
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
