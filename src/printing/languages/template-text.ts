import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import {
  type ArticlePlaceholder,
  CUSTOM_PLACEHOLDER,
  type CustomPlaceholder,
  type LabelSubject,
  type LocationPlaceholder,
  PLACEHOLDERS,
  type Placeholder,
} from "../../domain/placeholder-names.ts";
import { nameKey } from "../../domain/text-folding.ts";

// What all languages share: lines, placeholders, copies, and errors of a template.

/** The printed text of each placeholder; "" where the article has no value. */
type ArticleValues = Readonly<Record<ArticlePlaceholder, string>> & {
  /** The values of custom fields, by the names of the fields as they are compared. */
  readonly custom?: Readonly<Record<string, string>>;
};
/** The same of a location. */
export type LocationValues = Readonly<Record<LocationPlaceholder, string>>;
export type LabelValues = ArticleValues | LocationValues;

/** What the values are of. */
export function subjectOf(values: LabelValues): LabelSubject {
  return "path" in values ? "location" : "article";
}

/** The text of a placeholder; empty where there is no value, or no such custom field. */
export function textOfPlaceholder(values: LabelValues, name: Placeholder | CustomPlaceholder): string {
  const texts: Partial<Record<Placeholder, string>> & Pick<ArticleValues, "custom"> = values;
  if (!isCustom(name)) return texts[name] ?? "";
  const field = name.slice(CUSTOM_PLACEHOLDER.length);
  return texts.custom !== undefined && Object.hasOwn(texts.custom, field) ? (texts.custom[field] ?? "") : "";
}

const isCustom = (name: string): name is CustomPlaceholder => name.startsWith(CUSTOM_PLACEHOLDER);

/** The limit of `copies` in a print request. */
const MAX_REQUESTED_COPIES = 1000;

const pattern = /\{\{([^{}]*)\}\}/;
const byName = new Map<string, Placeholder>(
  Object.values(PLACEHOLDERS).flatMap((names) => names.map((name) => [name.toLowerCase(), name])),
);

/** A field error of the template. */
export function templateError(text: Message): Invalid {
  return Invalid.field("template", text);
}

/** Runs `work`. Adds the line number (from 1) to the field errors that it throws. */
export function withLineNumber<T>(line: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw new Invalid(
      error.text,
      error.fieldErrors.map((fieldError) => ({ line, ...fieldError })),
    );
  }
}

/** The lines of a template with any line ends, without the empty ones at its end. */
export function splitLines(template: string): string[] {
  const lines = template.split(/\r\n|\r|\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

/** True when `text` holds a placeholder, valid or not. */
export function hasPlaceholder(text: string): boolean {
  return pattern.test(text);
}

/**
 * Replaces each placeholder of `text` by the result of `value` and the rest by the result of `literal`. Inserted text
 * is not searched again. Throws Invalid for an unknown placeholder, and for one of another `subject` (null: not checked).
 */
export function fillPlaceholders(
  text: string,
  value: (name: Placeholder | CustomPlaceholder) => string,
  {
    literal = (part) => part,
    subject = null,
  }: { readonly literal?: (text: string) => string; readonly subject?: LabelSubject | null } = {},
): string {
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 0 ? literal(part) : value(placeholderNamed(part, subject))))
    .join("");
}

/** Throws Invalid for a placeholder of `text` that is unknown, or of another subject. */
export function assertPlaceholders(text: string, subject: LabelSubject): void {
  fillPlaceholders(text, () => "", { subject });
}

function placeholderNamed(written: string, subject: LabelSubject | null): Placeholder | CustomPlaceholder {
  const text = written.trim();
  const custom = text.slice(CUSTOM_PLACEHOLDER.length).trim();
  const isCustomName = text.toLowerCase().startsWith(CUSTOM_PLACEHOLDER) && custom !== "";
  // Fields are renamed and deleted at any time, so any name is valid.
  if (isCustomName && subject !== "location") return `field:${nameKey(custom)}`;
  const found = byName.get(written.replace(/\s+/g, "").toLowerCase());
  if (found !== undefined && (subject === null || PLACEHOLDERS[subject].includes(found))) return found;
  const excerpt = `{{${written.length > 40 ? `${written.slice(0, 40)}…` : written}}}`;
  const names = subject === "location" ? PLACEHOLDERS.location : [...PLACEHOLDERS.article, "field:…"];
  const valid = names.map((name) => `{{${name}}}`).join(", ");
  throw templateError(msg("{excerpt} is not a placeholder; valid ones are {valid}", { excerpt, valid }));
}

/** A GS1 element string as its code carries it: without the brackets of its application identifiers. */
export function withoutBrackets(gs1: string): string {
  return gs1.replace(/\((\d\d)\)/g, "$1");
}

/** The value on a single line: line ends and other control characters become spaces. */
export function toSingleLine(value: string): string {
  return value.toWellFormed().replace(/\r\n|[\p{Cc}\u2028\u2029]/gu, " ");
}

/**
 * The count for a language's copies command: the template's own count (`own`, digits, "" is 1) times the requested
 * copies. Throws Invalid for a template whose count could exceed `max`, the language's limit.
 */
export function multiplyCopies(own: string, copies: number, max: number): number {
  const count = own === "" ? 1 : Number(own);
  const highest = Math.floor(max / MAX_REQUESTED_COPIES);
  if (count < 1 || count > highest) {
    throw templateError(
      msg("The template's own number of copies is {own}; it must be from 1 to {highest}.", { own, highest }),
    );
  }
  return count * copies;
}

/** A printer language with its escaping, code pages and copies command. */
export interface Language {
  /**
   * Renders `copies` (1 to 1000) labels of the template as bytes for the printer. Values are escaped: they are data
   * whatever they contain. The bytes begin with a command of the language, in TSPL and EPL after a line end. Throws
   * Invalid for a template that `assertTemplate` rejects. `paper`: the dots across a receipt; absent: of 80 mm paper.
   */
  readonly render: (template: string, values: LabelValues, copies: number, paper?: number) => Buffer;
}
