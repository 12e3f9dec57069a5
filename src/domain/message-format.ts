import type { Message } from "./message.ts";

// The subset of ICU MessageFormat that messages use: `{name}`, `{count, number}`, `{count, plural, one {…} other {…}}` with
// `=0` and `#`, and `{state, select, open {…} other {…}}`. Braces always begin and end arguments: a text with braces of its own
// gets them as a value. An apostrophe is a letter.

/** A value of a parameter: numbers are written as the locale does, and lists with commas. */
export type MessageValue = string | number | Message | readonly (string | number | Message)[];
export type MessageValues = Readonly<Record<string, MessageValue>>;

/** How the values of one locale are written. */
interface MessageLocale {
  readonly locale: string;
  /** The text of a message inside another one. */
  textOf(message: Message): string;
}

/** A part of a parsed text: literal text, the number of the plural around it (`#`), or an argument. */
export type MessagePart = string | { readonly argument: string } | typeof NUMBER_SIGN | MessageChoice;

/** A plural or a select with the parts of each branch. */
interface MessageChoice {
  readonly argument: string;
  readonly kind: "plural" | "select";
  readonly branches: Readonly<Record<string, readonly MessagePart[]>>;
}

const NUMBER_SIGN = { isNumberSign: true } as const;

/** The text with its values. A value that is missing stays as its name in braces. */
export function formatText(text: string, values: MessageValues, shown: MessageLocale): string {
  return text.indexOf("{") === -1 ? text : write(parseMessage(text), values, shown, 0);
}

function write(
  parts: readonly MessagePart[],
  values: MessageValues,
  shown: MessageLocale,
  count: number,
): string {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if ("isNumberSign" in part) text += numberText(count, shown);
    else if ("kind" in part) {
      const value = values[part.argument];
      text += write(branchOf(part, value, shown), values, shown, Number(value));
    } else {
      const value = values[part.argument];
      text += value === undefined ? `{${part.argument}}` : valueText(value, shown);
    }
  }
  return text;
}

function branchOf(
  { kind, branches }: MessageChoice,
  value: MessageValue | undefined,
  { locale }: MessageLocale,
): readonly MessagePart[] {
  const exact = branches[kind === "plural" ? `=${Number(value)}` : String(value)];
  const chosen =
    exact ?? (kind === "plural" ? branches[pluralRules(locale).select(Number(value))] : undefined);
  return chosen ?? branches["other"] ?? [];
}

function valueText(value: MessageValue, shown: MessageLocale): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return numberText(value, shown);
  return "source" in value ? shown.textOf(value) : value.map((one) => valueText(one, shown)).join(", ");
}

const numberFormats = new Map<string, Intl.NumberFormat>();
const allPluralRules = new Map<string, Intl.PluralRules>();

/** A number as the language writes it. */
export function numberText(value: number, { locale }: Pick<MessageLocale, "locale">): string {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  numberFormats.set(locale, format);
  return format.format(value);
}

function pluralRules(locale: string): Intl.PluralRules {
  const rules = allPluralRules.get(locale) ?? new Intl.PluralRules(locale);
  allPluralRules.set(locale, rules);
  return rules;
}

const parsed = new Map<string, readonly MessagePart[]>();

/** The parts of a text. Throws where it is not well formed. */
export function parseMessage(text: string): readonly MessagePart[] {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const reader = { text, at: 0 };
  const parts = readParts(reader, false);
  if (reader.at < text.length) throw new Error(`an unexpected } in the message "${text}"`);
  parsed.set(text, parts);
  return parts;
}

interface Reader {
  readonly text: string;
  at: number;
}

/** Reads up to the end of the text, or of a branch. */
function readParts(reader: Reader, isInPlural: boolean): MessagePart[] {
  const parts: MessagePart[] = [];
  const { text } = reader;
  let from = reader.at;
  const endLiteral = () => {
    if (reader.at > from) parts.push(text.slice(from, reader.at));
  };
  while (reader.at < text.length && text[reader.at] !== "}") {
    const sign = text[reader.at];
    if (sign === "{") {
      endLiteral();
      parts.push(readArgument(reader));
      from = reader.at;
    } else if (sign === "#" && isInPlural) {
      endLiteral();
      parts.push(NUMBER_SIGN);
      reader.at++;
      from = reader.at;
    } else reader.at++;
  }
  endLiteral();
  return parts;
}

function readArgument(reader: Reader): MessagePart {
  const [whole, argument, kind] = take(reader, /^\{(\w+)(?:, (plural|select),|, number\}|\})/);
  if (argument === undefined) throw new Error(`no argument in the message "${reader.text}"`);
  if (kind !== "plural" && kind !== "select") return { argument };
  const branches: Record<string, readonly MessagePart[]> = {};
  for (;;) {
    const [, selector] = take(reader, /^ (=\d+|\w+) \{/);
    if (selector === undefined) break;
    branches[selector] = readParts(reader, kind === "plural");
    take(reader, /^\}/, true);
  }
  take(reader, /^\}/, true);
  if (branches["other"] === undefined) throw new Error(`no branch "other" in ${whole} of "${reader.text}"`);
  return { argument, kind, branches };
}

function take(reader: Reader, pattern: RegExp, isRequired = false): readonly (string | undefined)[] {
  const found = pattern.exec(reader.text.slice(reader.at));
  if (found === null) {
    if (isRequired) throw new Error(`a } is missing in the message "${reader.text}"`);
    return [];
  }
  reader.at += found[0].length;
  return found;
}
