import type { Transferable } from "node:worker_threads";
import {
  Conflict,
  DomainError,
  type FieldError,
  Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  WrongState,
} from "../../domain/errors.ts";
import { englishText, type Message } from "../../domain/message.ts";
import { errorCode } from "../error-code.ts";

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

/** An error in transit between threads: a domain error with its name, or any other with its code (errno(3), SQLite's). */
export type SerializedError =
  | {
      readonly kind: "domain";
      readonly name: string;
      readonly message: Message;
      readonly fieldErrors: readonly FieldError[];
    }
  | {
      readonly kind: "other";
      readonly message: string;
      readonly stack: string;
      readonly code: string | null;
    };

/** The errors that the rules in a worker may throw. */
const KINDS = {
  Invalid: (message: Message, fieldErrors: readonly FieldError[]) => new Invalid(message, fieldErrors),
  WrongState: (message: Message) => new WrongState(message),
  Forbidden: (message: Message) => new Forbidden(message),
  NotFound: (message: Message) => new NotFound(message),
  Conflict: (message: Message, fieldErrors: readonly FieldError[]) => new Conflict(message, fieldErrors),
  PreconditionFailed: (message: Message) => new PreconditionFailed(message),
} as const satisfies Record<string, (message: Message, fieldErrors: readonly FieldError[]) => DomainError>;

/** Converts an error to plain data. */
export function serializeError(error: unknown): SerializedError {
  if (error instanceof DomainError)
    return { kind: "domain", name: error.name, message: error.text, fieldErrors: error.fieldErrors };
  if (!(error instanceof Error)) return { kind: "other", message: String(error), stack: "", code: null };
  const { message, stack = "" } = error;
  return { kind: "other", message, stack, code: errorCode(error) };
}

/** Restores a domain error, or an Error with the code of the original. */
export function deserializeError(error: SerializedError): Error {
  if (error.kind === "domain") return toDomainError(error);
  const restored = new Error(error.message);
  restored.stack = error.stack;
  return error.code === null ? restored : Object.assign(restored, { code: error.code });
}

function toDomainError({ name, message, fieldErrors }: Extract<SerializedError, { kind: "domain" }>): Error {
  const make = Object.entries(KINDS).find(([kind]) => kind === name)?.[1];
  return make ? make(message, fieldErrors) : new Error(`${name} in a worker: ${englishText(message)}`);
}
