import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type Placeholder, placeholders } from "../../domain/placeholder-names.ts";

/** What is printed for each placeholder, as a person reads it; "" where the article has nothing. */
export type Values = Readonly<Record<Placeholder, string>>;

const pattern = /\{\{([^{}]*)\}\}/;
const byName = new Map<string, Placeholder>(placeholders.map((name) => [name.toLowerCase(), name]));

/** A refusal of the template; the sentence in English and Czech. */
export function templateFault(en: string, cs: string): Invalid {
  return Invalid.field("template", msg(en, cs));
}

/** What `work` gives; a refusal of the template by it names this line, from 1 on. */
export function inLine<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(
      error.text,
      error.fieldErrors.map((fault) => ({ line, ...fault })),
    );
  }
}

/** Whether `text` names a placeholder, a valid one or not. */
export function holdsPlaceholder(text: string): boolean {
  return pattern.test(text);
}

/**
 * `text` with each placeholder replaced by what `value` gives and the rest by what `literal` gives.
 * What is put in is never looked at again. Throws Invalid for a placeholder that does not exist.
 */
export function fill(
  text: string,
  literal: (text: string) => string,
  value: (name: Placeholder) => string,
): string {
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 0 ? literal(part) : value(placeholderNamed(part))))
    .join("");
}

function placeholderNamed(written: string): Placeholder {
  const found = byName.get(written.replace(/\s+/g, "").toLowerCase());
  if (found !== undefined) {
    return found;
  }
  const shown = `{{${written.length > 40 ? `${written.slice(0, 40)}…` : written}}}`;
  const valid = placeholders.map((name) => `{{${name}}}`).join(", ");
  throw templateFault(
    `${shown} is not a placeholder. Valid ones are ${valid}.`,
    `${shown} není platná značka. Platné jsou ${valid}.`,
  );
}

/** A value fit to be shown on one line: each line end and each other control character is a space. */
export function oneLine(value: string): string {
  return value.toWellFormed().replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, " ");
}
