import { z } from "zod";

const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** Also accepts a plain decimal number as text: old clients send numbers so. Other text is left to `schema`. */
export function orText<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === "string" && PLAIN_NUMBER.test(value) ? numberIn(value) : value),
    schema,
  );
}

/** The same, with blanks around the text: in a form, and for the user id of a login. */
export function orTrimmedText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" ? value.trim() : value), orText(schema));
}

/** The number; the text itself where a fraction would be lost, so that it is never taken for a whole number. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return Number.isInteger(number) && /\.0*[1-9]/.test(text) ? text : number;
}
