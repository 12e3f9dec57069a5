import { z } from "zod";
import { type Message, msg } from "../../domain/message.ts";
import { ROLES } from "../../domain/roles.ts";
import { orText, orTrimmedText } from "./number-text.ts";

// The vocabulary of inputs: what a text, an id, a price is, said once. Types, validation and OpenAPI come from it.

/** Returns the same schema for the same arguments. Schemas are immutable, and making all of them takes 20 ms at a start. */
function shared<Args extends readonly number[], Schema>(make: (...args: Args) => Schema) {
  const made = new Map<string, Schema>();
  return (...args: Args): Schema => {
    const key = args.join();
    const schema = made.get(key) ?? make(...args);
    made.set(key, schema);
    return schema;
  };
}

/** A rule of our own; `words` says what would be right. */
export function rule<T>(
  holds: (value: T) => boolean,
  words: Message,
): [(value: T) => boolean, { params: object }] {
  return [holds, { params: { words } }];
}

// Tab and line ends are text; other control characters (Unicode Cc) are a broken client's or an attack.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const isClean = (value: string) => !CONTROL.test(value) && value.isWellFormed();
const cleanRule = rule(isClean, msg("must not contain control characters", "nesmí obsahovat řídicí znaky"));
const filled = rule((value: string) => value !== "", msg("is required", "je povinné"));
const atMost = (max: number) =>
  rule(
    // As OpenAPI counts: an emoji is one character.
    (value: string) => value.length <= max || (value.length <= 2 * max && Array.from(value).length <= max),
    msg(`must have at most ${max} characters`, `smí mít nejvýše ${max} znaků`),
  );

/** Required text, trimmed, not empty, at most `max` characters. */
export const text = shared((max = 200) => {
  return z
    .string()
    .refine(...cleanRule)
    .transform((value) => value.trim())
    .refine(...filled)
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max });
});

/** Text that may be null; trimmed, and empty counts as null. */
export const textOrNull = shared((max = 200) => {
  return z
    .string()
    .refine(...cleanRule)
    .transform((value) => value.trim())
    .refine(...atMost(max))
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .meta({ maxLength: max });
});

/** Text kept to the letter (a label template): neither trimmed nor limited here. */
export const verbatim = shared(() => z.string().refine(...cleanRule));

/** A secret as it was typed: not trimmed, not empty. */
export const secret = shared((max = 128) => {
  return z
    .string()
    .refine(...cleanRule)
    .refine(...filled)
    .refine(...atMost(max))
    .meta({ minLength: 1, maxLength: max });
});

const PIN = /^[0-9]{4,6}$/;

/** 4 to 6 digits, as text: a leading zero counts. */
export const pin = shared(() => {
  return z
    .string()
    .refine(
      ...rule((value: string) => PIN.test(value), msg("must be 4 to 6 digits", "musí být 4 až 6 číslic")),
    )
    .meta({ pattern: PIN.source });
});

/** The id of a record. Those beyond 2^53-1 would be rounded, so they are refused. */
export const id = shared(() => orText(z.int()));

/** The user id of a login. */
export const loginUserId = shared(() => orTrimmedText(z.int()).meta({ type: ["integer", "string"] }));

/** A whole number within bounds. */
export const whole = shared((min: number, max: number) => orText(z.int().min(min).max(max)));

/** A number within bounds. */
export const decimal = shared((min: number, max: number) => orText(z.number().min(min).max(max)));

export const flag = shared(() => z.boolean());

const MAX_PRICE = 99_999_999_999.9999;

/** A decimal of at most four places, 0 to 99 999 999 999.9999; gives ten-thousandths. */
export const price = shared(() => {
  const number = z
    .number()
    .min(0)
    .max(MAX_PRICE)
    .refine(
      ...rule(
        (value: number) => Math.round(value * 10_000) / 10_000 === value,
        msg("must have at most four decimal places", "smí mít nejvýše čtyři desetinná místa"),
      ),
    );
  return orText(number.transform((value) => Math.round(value * 10_000)));
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (value: string) => {
  const date = new Date(`${value}T00:00:00Z`);
  return DAY.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

/** A date, YYYY-MM-DD. */
export const day = shared(() => {
  return z
    .string()
    .refine(...rule(isDay, msg("must be a date, YYYY-MM-DD", "musí být datum RRRR-MM-DD")))
    .meta({ format: "date" });
});

/** true, false, 1 or 0 in a query, in any case. */
export const queryFlag = shared(() => {
  return z
    .string()
    .refine(
      ...rule(
        (value: string) => /^(true|false|1|0)$/i.test(value),
        msg("must be true or false", "musí být true nebo false"),
      ),
    )
    .transform((value) => value === "1" || value.toLowerCase() === "true")
    .meta({ enum: ["true", "false", "1", "0"] });
});

const NUMBER = /^-?[0-9]+$/;
const numberRule = rule(
  (value: string) => NUMBER.test(value),
  msg("must be a whole number", "musí být celé číslo"),
);

/**
 * The id in a path, as text in, a number out. One too big for any record gives 0, which names nothing either: it is
 * never rounded to another record.
 */
export const pathId = shared(() => {
  return z
    .string()
    .refine(...numberRule)
    .transform((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : 0))
    .meta({ pattern: NUMBER.source });
});

/** An id in a part of a form, which is text. */
export const formId = shared(() => orTrimmedText(z.int()));

/** The id in a query; one too big names nothing (0). */
export const queryId = pathId;

const wordSchemas = new Map<string, unknown>();

/** One of these words in a query, in any case. The same words give the same schema. */
export function oneOf<T extends string>(values: readonly T[]): ReturnType<typeof makeOneOf<T>> {
  const key = values.join();
  const known = wordSchemas.get(key) as ReturnType<typeof makeOneOf<T>> | undefined;
  const schema = known ?? makeOneOf(values);
  wordSchemas.set(key, schema);
  return schema;
}

function makeOneOf<T extends string>(values: readonly T[]) {
  const byCase = new Map(values.map((value) => [value.toLowerCase(), value]));
  const list = values.join(", ");
  return z
    .string()
    .refine(
      ...rule(
        (value: string) => byCase.has(value.toLowerCase()),
        msg(`must be one of: ${list}`, `musí být jedno z: ${list}`),
      ),
    )
    .transform((value) => byCase.get(value.toLowerCase()) ?? (value as T))
    .meta({ enum: [...values] });
}

/** Roles, each named once, in the order of the role table. */
export function roleList() {
  return z.array(oneOf(ROLES)).transform((given) => ROLES.filter((role) => given.includes(role)));
}

const isMoment = (value: string) =>
  z.iso.datetime({ offset: true }).safeParse(value).success &&
  // In UTC the last hours of the year 9999 may be another.
  /^\d{4}-/.test(new Date(value).toISOString());

/** A moment, ISO 8601 with a zone; gives it in UTC. */
export const moment = shared(() => {
  return z
    .string()
    .refine(
      ...rule(
        isMoment,
        msg("must be a time, such as 2026-11-20T08:00:00Z", "musí být čas, například 2026-11-20T08:00:00Z"),
      ),
    )
    .transform((value) => new Date(value).toISOString())
    .meta({ format: "date-time" });
});

/** The same in a query. */
export const queryTime = moment;

/** A whole number within bounds in a query. */
export const queryWhole = shared((min: number, max: number) => {
  return z
    .string()
    .refine(...numberRule)
    .transform(Number)
    .refine(
      ...rule(
        (value: number) => value >= min && value <= max,
        msg(`must be ${min} to ${max}`, `musí být ${min} až ${max}`),
      ),
    )
    .meta({ pattern: NUMBER.source });
});

const DECIMAL = /^[0-9]{1,11}(\.[0-9]{1,4})?$/;

/** A price in a query, a decimal of at most four places; gives ten-thousandths. */
export const queryPrice = shared(() => {
  return z
    .string()
    .refine(
      ...rule(
        (value: string) => DECIMAL.test(value),
        msg("must be a price, such as 1234.50", "musí být cena, například 1234.50"),
      ),
    )
    .transform((value) => Math.round(Number(value) * 10_000))
    .meta({ pattern: DECIMAL.source });
});
