import { type Message, msg } from "./message.ts";
import { MAX_TEXT_LENGTH } from "./text-limits.ts";
import { trimEndCharacters } from "./trim-characters.ts";

// The values of custom fields. They are texts in one form each, so that numbers stay exact and equal values are equal texts:
// number `12.5`, date `2026-11-23`, choice as it is defined, yesNo `true` or `false`, link `https://…`.

/** The types of custom fields. */
export const CUSTOM_FIELD_TYPES = ["text", "number", "date", "choice", "yesNo", "link"] as const;
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number];

/** Custom fields of a tenant. */
export const MAX_CUSTOM_FIELDS = 100;
/** Choices of a field. */
export const MAX_CHOICES = 100;
/** Characters of a value. */
export const MAX_CUSTOM_VALUE_LENGTH = 1000;
/** Characters of a unit. */
export const MAX_UNIT_LENGTH = 20;

/** What the check of a value needs of its field. */
interface ValueRules {
  readonly type: CustomFieldType;
  readonly choices: readonly string[] | null;
}

/** A value as a client may send it. */
export type CustomValueInput = string | number | boolean;

type Parsed = { readonly value: string } | { readonly error: Message };

const NUMBER = /^(-?)0*(\d{1,11})(?:\.(\d{1,4}?)0*)?$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
// Only these are followed by a browser without running anything.
const LINK = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?:[^\ud800-\udbff]|^)[\udc00-\udfff]/;

/** The stored form of a value that is not empty, or why it is not valid. */
export function parseCustomValue(rules: ValueRules, input: CustomValueInput): Parsed {
  const text = (typeof input === "number" ? decimalText(input) : String(input)).trim();
  if (CONTROL.test(text) || LONE_SURROGATE.test(text))
    return { error: msg("must not contain control characters") };
  if (Array.from(text).length > MAX_CUSTOM_VALUE_LENGTH)
    return { error: msg("must have at most {max} characters", { max: MAX_CUSTOM_VALUE_LENGTH }) };
  return PARSERS[rules.type](text, rules);
}

/**
 * A stored value and the type to read it by: text where the field's type does not permit the value. The undo of a job restores values
 * of before a change of the type.
 */
export function storedForm(
  type: CustomFieldType,
  value: string,
): { readonly type: CustomFieldType; readonly value: string } {
  // A removed choice stays a value.
  if (type === "choice") return { type, value };
  const parsed = parseCustomValue({ type, choices: null }, value);
  return "error" in parsed ? { type: "text", value } : { type, value: parsed.value };
}

const PARSERS: Readonly<Record<CustomFieldType, (text: string, rules: ValueRules) => Parsed>> = {
  text: (text) => ({ value: text }),
  number: parseNumber,
  date: parseDate,
  choice: parseChoice,
  yesNo(text) {
    const value = text.toLowerCase();
    return value === "true" || value === "false" ? { value } : { error: msg("must be true or false") };
  },
  link: (text) =>
    LINK.test(text)
      ? { value: text }
      : { error: msg("must be an address that begins with https:// or http://") },
};

function parseNumber(text: string): Parsed {
  const [, sign = "", whole = "", decimals = ""] = NUMBER.exec(text) ?? [];
  if (whole === "") return { error: msg("must be a number with at most 11 digits and four decimal places") };
  const shown = trimEndCharacters(decimals, "0");
  const value = shown === "" ? whole : `${whole}.${shown}`;
  return { value: value === "0" ? value : `${sign}${value}` };
}

function parseDate(text: string): Parsed {
  const [, year = "", month = "", day = ""] = DAY.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = year !== "" && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDay ? { value: text } : { error: msg("must be a date, YYYY-MM-DD") };
}

function parseChoice(text: string, { choices }: ValueRules): Parsed {
  const all = choices ?? [];
  const found = all.find((one) => one === text) ?? all.find((one) => choiceKey(one) === choiceKey(text));
  return found === undefined
    ? { error: msg("must be one of: {list}", { list: all.join(", ") }) }
    : { value: found };
}

/** A choice as it is compared. */
function choiceKey(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** A number without an exponent. */
function decimalText(value: number): string {
  const text = String(value);
  return /e/i.test(text) ? value.toFixed(4) : text;
}

/** Checks the choices of a field: distinct, neither empty nor too long. Returns the error of the first wrong one. */
export function choicesError(choices: readonly string[]): Message | null {
  if (choices.length === 0) return msg("must have at least one choice");
  if (choices.length > MAX_CHOICES) return msg("must have at most {max} choices", { max: MAX_CHOICES });
  if (choices.some((one) => one.trim() === "" || Array.from(one).length > MAX_TEXT_LENGTH))
    return msg("must contain texts of 1 to {max} characters", { max: MAX_TEXT_LENGTH });
  if (new Set(choices.map(choiceKey)).size < choices.length) return msg("must not contain a text twice");
  return null;
}
