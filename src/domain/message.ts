import { formatText, type MessageValues } from "./message-format.ts";
import type { ParametersOf } from "./message-parameters.ts";

/**
 * A text for users: the English source text in the subset of ICU MessageFormat of message-format.ts. i18n/ translates it. `P`:
 * the parameters that still need a value; `unknown`: none.
 */
export interface Message<P = unknown> {
  readonly source: string;
  /** Tells apart equal English texts with different translations. */
  readonly context?: string;
  readonly values?: MessageValues;
  /** For the type checker only. */
  readonly parameters?: (values: P) => void;
}

/** The values of a text that has parameters. */
type ValuesOf<T extends string> = unknown extends ParametersOf<T> ? never : ParametersOf<T>;

/**
 * Creates a message from its English text: `msg("Save")`, `msg("Saved {name}.", { name })`, `msg("Open", "printer state")`.
 * Without the values of its parameters the message gets them where it is shown. Texts must be literals, because the test of the
 * catalogues reads them from the source.
 */
export function msg<const T extends string>(source: T, context?: string): Message<ParametersOf<T>>;
export function msg<const T extends string>(source: T, values: ValuesOf<T>, context?: string): Message;
export function msg(source: string, first?: MessageValues | string, second?: string): Message {
  const context = typeof first === "string" ? first : second;
  const values = typeof first === "string" ? undefined : first;
  return { source, ...(context !== undefined && { context }), ...(values !== undefined && { values }) };
}

/** The key of a message in the catalogues. */
export function keyOf({ source, context }: Message<never>): string {
  return context === undefined ? source : `${source} @${context}`;
}

/** The English text of a message, with its values. */
export function englishText({ source, values = {} }: Message): string {
  return formatText(source, values, { locale: "en", textOf: englishText });
}

/** Whether a value is a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "source" in value;
}
