import {
  Conflict,
  type DomainError,
  type FieldError,
  Forbidden,
  Invalid,
  NotFound,
  PreconditionFailed,
  WrongState,
} from "../domain/errors.ts";
import type { Message } from "../domain/message.ts";

/** A domain error in transit between threads. */
export interface SerializedError {
  readonly name: string;
  readonly message: Message;
  readonly fieldErrors: readonly FieldError[];
}

/** The errors that the rules in a worker transaction may throw. */
const KINDS = {
  Invalid: (message: Message, fieldErrors: readonly FieldError[]) => new Invalid(message, fieldErrors),
  WrongState: (message: Message) => new WrongState(message),
  Forbidden: (message: Message) => new Forbidden(message),
  NotFound: (message: Message) => new NotFound(message),
  Conflict: (message: Message, fieldErrors: readonly FieldError[]) => new Conflict(message, fieldErrors),
  PreconditionFailed: (message: Message) => new PreconditionFailed(message),
} as const satisfies Record<string, (message: Message, fieldErrors: readonly FieldError[]) => DomainError>;

/** Converts a domain error to plain data. */
export function serializeError({ name, text: message, fieldErrors }: DomainError): SerializedError {
  return { name, message, fieldErrors };
}

/** Restores a domain error. Throws Error for a kind that no rule in a worker transaction throws. */
export function deserializeError({ name, message, fieldErrors }: SerializedError): DomainError {
  const make = Object.entries(KINDS).find(([kind]) => kind === name)?.[1];
  if (!make) throw new Error(`${name} in a worker transaction: ${message.en}`);
  return make(message, fieldErrors);
}
