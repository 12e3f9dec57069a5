import type { Transferable } from "node:worker_threads";
import type { SerializedError } from "./error-serialization.ts";

// Calls of functions of a worker program: `WorkerClient` sends requests, `serveCalls` answers them.

/** A request to a worker. Null instead of it ends the worker. */
export interface WorkerRequest {
  readonly id: number;
  /** The name of the function. */
  readonly name: string;
  readonly input: unknown;
}

/** A message from a worker: progress of a call, or its end. */
export type WorkerMessage =
  | { readonly id: number; readonly kind: "progress"; readonly progress: unknown }
  | { readonly id: number; readonly kind: "result"; readonly result: unknown }
  | { readonly id: number; readonly kind: "error"; readonly error: SerializedError };

/** A result whose buffers move to the main thread without a copy. */
export class TransferredResult<T> {
  readonly value: T;
  readonly buffers: readonly Transferable[];

  constructor(value: T, buffers: readonly Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** A copy of bytes, to move to the main thread: the buffer of the original may be shared with others. */
export function transferredCopy(bytes: Uint8Array): TransferredResult<Uint8Array> {
  const copy = new Uint8Array(bytes);
  return new TransferredResult(copy, [copy.buffer]);
}

/** The types of a function of a worker program: `(input, report) => result`, synchronous or not. */
export type InputOf<F> = F extends (input: infer I, report: never) => unknown ? I : never;
/** The type of its progress reports. */
export type ProgressOf<F> = F extends (input: never, report: (progress: infer P) => void) => unknown
  ? P
  : never;
/** The type of its result, as the main thread receives it. */
export type ResultOf<F> = F extends (input: never, report: never) => infer R
  ? Untransferred<Awaited<R>>
  : never;
type Untransferred<R> = R extends TransferredResult<infer T> ? T : R;
