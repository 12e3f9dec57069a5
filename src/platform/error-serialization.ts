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

/** A refusal on its way from one thread to another. */
export interface SerializedError {
  readonly name: string;
  readonly message: Message;
  readonly fieldErrors: readonly FieldError[];
}

/** What the rules of a long write may throw. */
const KINDS = {
  Invalid: (words: Message, faults: readonly FieldError[]) => new Invalid(words, faults),
  WrongState: (words: Message) => new WrongState(words),
  Forbidden: (words: Message) => new Forbidden(words),
  NotFound: (words: Message) => new NotFound(words),
  Conflict: (words: Message, faults: readonly FieldError[]) => new Conflict(words, faults),
  PreconditionFailed: (words: Message) => new PreconditionFailed(words),
} as const satisfies Record<string, (words: Message, faults: readonly FieldError[]) => DomainError>;

/** A refusal as plain data. */
export function serializeError({ name, text: words, fieldErrors: faults }: DomainError): SerializedError {
  return { name, message: words, fieldErrors: faults };
}

/** The same refusal again. Throws Error for one that no rule of a long write throws. */
export function deserializeError({
  name,
  message: words,
  fieldErrors: faults,
}: SerializedError): DomainError {
  const known = Object.entries(KINDS).find(([kind]) => kind === name)?.[1];
  if (!known) throw new Error(`${name} in a long write: ${words.en}`);
  return known(words, faults);
}
