import { z } from "zod";

const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

/** Accepts a plain decimal number as text too, because old clients send it. Other text is passed to `schema`. */
export function numberOrText<S extends z.ZodType>(schema: S) {
  return z.preprocess(
    (value) => (typeof value === "string" && PLAIN_NUMBER.test(value) ? numberIn(value) : value),
    schema,
  );
}

/** Like `numberOrText`, with spaces around the text: for forms and the user id of a login. */
export function numberOrTrimmedText<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => (typeof value === "string" ? value.trim() : value), numberOrText(schema));
}

/** The number; the unchanged text where its fraction would be lost, so that it never becomes an integer. */
function numberIn(text: string): number | string {
  const number = Number(text);
  return Number.isInteger(number) && /\.0*[1-9]/.test(text) ? text : number;
}
