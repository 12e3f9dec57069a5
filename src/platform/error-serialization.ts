import {
  Conflict,
  type Fault,
  Forbidden,
  Invalid,
  NotFound,
  type Refusal,
  Stale,
  WrongState,
} from "../domain/errors.ts";
import type { Words } from "../domain/message.ts";

/** A refusal on its way from one thread to another. */
export interface PackedRefusal {
  readonly name: string;
  readonly words: Words;
  readonly faults: readonly Fault[];
}

/** What the rules of a long write may throw. */
const KINDS = {
  Invalid: (words: Words, faults: readonly Fault[]) => new Invalid(words, faults),
  WrongState: (words: Words) => new WrongState(words),
  Forbidden: (words: Words) => new Forbidden(words),
  NotFound: (words: Words) => new NotFound(words),
  Conflict: (words: Words, faults: readonly Fault[]) => new Conflict(words, faults),
  Stale: (words: Words) => new Stale(words),
} as const satisfies Record<string, (words: Words, faults: readonly Fault[]) => Refusal>;

/** A refusal as plain data. */
export function packRefusal({ name, words, faults }: Refusal): PackedRefusal {
  return { name, words, faults };
}

/** The same refusal again. Throws Error for one that no rule of a long write throws. */
export function unpackRefusal({ name, words, faults }: PackedRefusal): Refusal {
  const known = Object.entries(KINDS).find(([kind]) => kind === name)?.[1];
  if (!known) throw new Error(`${name} in a long write: ${words.en}`);
  return known(words, faults);
}
