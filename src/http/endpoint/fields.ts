import { z } from "zod";
import { PIN } from "../../domain/login.ts";
import { type Message, msg } from "../../domain/message.ts";
import { ROLES } from "../../domain/roles.ts";
import { isSignature, MAX_SIGNATURE_LENGTH, SIGNATURE_PATTERN } from "../../domain/signature.ts";
import { fold } from "../../domain/text-folding.ts";
import { MAX_NOTE_LENGTH, MAX_TEXT_LENGTH } from "../../domain/text-limits.ts";

const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** Accepts a plain decimal number as text too, because old clients send it. Other text is passed to `schema`. */
export const numberOrText = <S extends z.ZodType>(schema: S) => z.preprocess(numberOfText, schema);

const numberOfText = (value: unknown) =>
  typeof value === "string" && PLAIN_NUMBER.test(value) ? numberIn(value) : value;

/** Like `numberOrText`, with spaces around the text: for forms and the user id of a login. */
function numberOrTrimmedText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" ? value.trim() : value), numberOrText(schema));
}

/** The number; the unchanged text where its fraction would be lost, so that it never becomes an integer. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return Number.isInteger(number) && /\.0*[1-9]/.test(text) ? text : number;
}

// Field schemas for inputs. Types, validation and the OpenAPI description come from them.

/** Returns the same schema for the same arguments. Schemas are immutable; creating all of them takes 20 ms of the start. */
function shared<Args extends readonly number[], Schema>(create: (...args: Args) => Schema) {
  const cache = new Map<string, Schema>();
  return (...args: Args): Schema => {
    const key = args.join();
    const schema = cache.get(key) ?? create(...args);
    cache.set(key, schema);
    return schema;
  };
}

/** Arguments for `refine` with an error message in each language. */
export function rule<T>(
  isValid: (value: T) => boolean,
  message: Message,
): [(value: T) => boolean, { params: object }] {
  return [isValid, { params: { message } }];
}

// Tabs and line ends are text. Other control characters (Unicode Cc) come from broken clients or attacks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const isClean = (value: string) => !CONTROL.test(value) && value.isWellFormed();
const CLEAN_TEXT = msg("must not contain control characters");
const cleanRule = rule(isClean, CLEAN_TEXT);
const GS1_SEPARATOR = "\u001d";
const filled = rule((value: string) => value !== "", msg("is required"));
const atMost = (max: number) =>
  rule(
    // Counts code points, as OpenAPI does: an emoji is one character.
    (value: string) => value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max),
    msg("must have at most {max} characters", { max }),
  );

/** Required text of any lines, trimmed, not empty, at most `max` characters: a note, or what people paste. */
export const lines = shared((max = MAX_NOTE_LENGTH) => {
  return z
    .string()
    .refine(...cleanRule)
    .transform((value) => value.trim())
    .refine(...filled)
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max });
});

/** The ends of lines in a text. */
export const LINE_BREAK = /[\n\r\u2028\u2029]/;
const oneLine = rule((value: string) => !LINE_BREAK.test(value), msg("must not contain a line break"));

/** Required text of one line, such as a name: trimmed, not empty, at most `max` characters. */
export const text = shared((max = MAX_TEXT_LENGTH) => lines(max).refine(...oneLine));

// An accent of its own is a blank with a mark.
const compared = rule((value: string) => fold(value).trim() !== "", msg("is required"));

/**
 * A text to look up: trimmed, not empty, and not of accents alone, which comparisons leave out. It may have lines, and may be longer
 * than any text that it is compared with, as a scanned code may.
 */
export const searched = shared(() => lines(MAX_NOTE_LENGTH).refine(...compared));

/** A scanned text: trimmed, not empty, and not of accents alone, which comparisons leave out. The separator of GS1 element strings (character 29) may be in it. */
export const scannedText = shared((max = MAX_TEXT_LENGTH) => {
  return z
    .string()
    .refine(...rule((value: string) => isClean(value.replaceAll(GS1_SEPARATOR, "")), CLEAN_TEXT))
    .transform((value) => value.trim())
    .refine(...compared)
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max });
});

/** Text of any lines that may be null; trimmed, and empty counts as null. */
export const linesOrNull = shared((max = MAX_NOTE_LENGTH) => {
  return z
    .string()
    .refine(...cleanRule)
    .transform((value) => value.trim())
    .refine(...atMost(max))
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .meta({ maxLength: max });
});

/** A text to look up, as `searched`, that may be null. */
export const searchedOrNull = () => linesOrNull(MAX_NOTE_LENGTH);

/** Text of one line that may be null; trimmed, and empty counts as null. */
export const textOrNull = shared((max = MAX_TEXT_LENGTH) => {
  return z
    .string()
    .refine(...cleanRule)
    .transform((value) => value.trim())
    .refine(...oneLine)
    .refine(...atMost(max))
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .meta({ maxLength: max });
});

/** Text without changes, such as a label template: neither trimmed nor limited. */
export const verbatim = shared(() => z.string().refine(...cleanRule));

/** A secret: not trimmed, not empty. */
export const secret = shared((max = 128) => {
  return z
    .string()
    .refine(...cleanRule)
    .refine(...filled)
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max });
});

/** A signature that was drawn on a screen. */
export const signature = shared(() => {
  return lines(MAX_SIGNATURE_LENGTH)
    .refine(...rule(isSignature, msg("must be strokes in a field of 600 by 200, such as M10 20L30 40")))
    .meta({ pattern: SIGNATURE_PATTERN.source });
});

/** A PIN: 4 to 6 digits as text, because leading zeros count. */
export const pin = shared(() => {
  return z
    .string()
    .refine(...rule((value: string) => PIN.test(value), msg("must be 4 to 6 digits")))
    .meta({ pattern: PIN.source });
});

/** The id of a record. Ids above 2^53-1 would be rounded, so they are rejected. */
export const id = shared(() => numberOrText(z.int()));

/** The user id of a login. */
export const loginUserId = shared(() => numberOrTrimmedText(z.int()).meta({ type: ["integer", "string"] }));

/** A whole number within bounds. */
export const integer = shared((min: number, max: number) => numberOrText(z.int().min(min).max(max)));

/** A number within bounds. */
export const decimal = shared((min: number, max: number) => numberOrText(z.number().min(min).max(max)));

export const flag = shared(() => z.boolean());

const MAX_PRICE = 99_999_999_999.9999;

/** A price from 0 to 99 999 999 999.9999 with at most four decimal places. The value is in ten-thousandths. */
export const price = shared(() => {
  const number = z
    .number()
    .min(0)
    .max(MAX_PRICE)
    .refine(
      ...rule(
        (value: number) => Math.round(value * 10_000) / 10_000 === value,
        msg("must have at most four decimal places"),
      ),
    );
  return numberOrText(number.transform((value) => Math.round(value * 10_000)));
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`);
  return DAY.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

const NO_DAY = msg("must be a date, YYYY-MM-DD");

/** A date, YYYY-MM-DD. */
export const day = shared(() => {
  return z
    .string()
    .refine(...rule(isDay, NO_DAY))
    .meta({ format: "date" });
});

/** A date that may be null; trimmed, and empty counts as null. */
export const dayOrNull = shared(() => {
  return z
    .string()
    .transform((value) => value.trim() || null)
    .nullable()
    .refine(...rule((value: string | null) => value === null || isDay(value), NO_DAY))
    .meta({ format: "date" });
});

/** `true`, `false`, `1` or `0` in a query, ignoring case. */
export const queryFlag = shared(() => {
  return z
    .string()
    .refine(...rule((value: string) => /^(true|false|1|0)$/i.test(value), msg("must be true or false")))
    .transform((value) => value === "1" || value.toLowerCase() === "true")
    .meta({ enum: ["true", "false", "1", "0"] });
});

const NUMBER = /^-?[0-9]+$/;
const numberRule = rule((value: string) => NUMBER.test(value), msg("must be a whole number"));

/** The id in a path: text in, a number out. An unsafe integer becomes 0, which is not the id of any record; it is never rounded. */
export const pathId = shared(() => {
  return z
    .string()
    .refine(...numberRule)
    .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : 0))
    .meta({ pattern: NUMBER.source });
});

/** An id in a form field, sent as text. */
export const formId = shared(() => numberOrTrimmedText(z.int()));

/** The id in a query; an unsafe integer becomes 0. */
export const queryId = pathId;

const wordSchemas = new Map<string, unknown>();

/** One of these values, ignoring case. The same values give the same schema. */
export function oneOf<T extends string>(values: readonly T[]): ReturnType<typeof makeOneOf<T>> {
  const key = values.join();
  const known = wordSchemas.get(key) as ReturnType<typeof makeOneOf<T>> | undefined;
  const schema = known ?? makeOneOf(values);
  wordSchemas.set(key, schema);
  return schema;
}

function makeOneOf<T extends string>(values: readonly T[]) {
  const byCase = new Map<unknown, T>(values.map((value) => [value.toLowerCase(), value]));
  const known = (value: unknown) => (typeof value === "string" ? byCase.get(value.toLowerCase()) : undefined);
  const list = values.join(", ");
  return z
    .unknown()
    .refine(...rule((value) => value !== undefined, msg("is required. Use one of: {list}", { list })))
    .refine(...rule((value) => known(value) !== undefined, msg("must be one of: {list}", { list })))
    .transform((value) => known(value) ?? (value as T))
    .meta({ type: "string", enum: [...values] });
}

/** Distinct roles in the order of the role table. */
export function roleList() {
  return z.array(oneOf(ROLES)).transform((roles) => ROLES.filter((role) => roles.includes(role)));
}

const isMoment = (value: string) =>
  z.iso.datetime({ offset: true }).safeParse(value).success &&
  // The last hours of the year 9999 may be in the year 10000 in UTC. There is no year 0.
  /^(?!0000)\d{4}-/.test(new Date(value).toISOString());

/** A time, ISO 8601 with a zone. The value is in UTC. */
export const moment = shared(() => {
  return z
    .string()
    .refine(...rule(isMoment, msg("must be a time, such as 2026-11-20T08:00:00Z")))
    .transform((value) => new Date(value).toISOString())
    .meta({ format: "date-time" });
});

/** A time in a query. */
export const queryTime = moment;

/** A whole number within bounds in a query. */
export const queryWhole = shared((min: number, max: number) => {
  return z
    .string()
    .refine(...numberRule)
    .transform(Number)
    .refine(
      ...rule((value: number) => value >= min && value <= max, msg("must be {min} to {max}", { min, max })),
    )
    .meta({ pattern: NUMBER.source });
});

const DECIMAL = /^[0-9]{1,11}(\.[0-9]{1,4})?$/;

/** A price in a query, with at most four decimal places. The value is in ten-thousandths. */
export const queryPrice = shared(() => {
  return z
    .string()
    .refine(...rule((value: string) => DECIMAL.test(value), msg("must be a price, such as 1234.50")))
    .transform((value) => Math.round(Number(value) * 10_000))
    .meta({ pattern: DECIMAL.source });
});

/** A list of ids without duplicates, at most `max`. Checked as a whole: a schema for each of 100 000 takes 50 ms. */
export function idList(max: number) {
  return z
    .array(z.unknown())
    .transform((ids) => ids.map(numberOfText))
    .refine(
      ...rule((ids: readonly unknown[]) => ids.length <= max, msg("must have at most {max} ids", { max })),
    )
    .refine(
      ...rule(
        (ids: readonly unknown[]) => ids.every(Number.isSafeInteger),
        msg("must be a list of whole numbers"),
      ),
    )
    .transform((ids) => [...new Set(ids as readonly number[])])
    .meta({ items: { type: "integer" }, maxItems: max });
}
