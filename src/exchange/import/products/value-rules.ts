import { msg } from "../../../domain/message.ts";
import type { ValueRule } from "./product-file.ts";

/** Who has an article there becomes its user: an import records no hand-over (docs/decisions/custody.md). */
export const NO_HAND_OVER = msg("The person becomes the user of the article. No hand-over is recorded.");

/** The zero time of Go, which programs in it write where there is no date. */
export const NO_DATE = /^0001-01-01(?:[T ]00:00:00[^,;]*)?$/;

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A number with a decimal point, as programs write it. Other texts are read by the rules of the field. Zero is no price. */
export const amount: ValueRule = (text) => {
  if (!NUMBER.test(text)) return { value: text };
  return { value: Number(text) === 0 ? null : Number(text) };
};

/** Whole pieces. A fraction or a negative number is not taken. */
export const pieces: ValueRule = (text) => {
  if (!NUMBER.test(text)) return { value: text };
  const count = Number(text);
  if (!Number.isInteger(count)) return { value: null, left: msg("Quantities are whole pieces.") };
  return count < 0 ? { value: null, left: msg("A quantity can't be below zero.") } : { value: count };
};

/** Whole pieces at the location of a column of the row. Without a location they are not taken. */
export const piecesAt =
  (location: string): ValueRule =>
  (text, textAt) =>
    textAt(location) === ""
      ? { value: null, left: msg("The pieces have no location there.") }
      : pieces(text, textAt);

/** A path whose names are separated by this text. */
export const pathBy =
  (separator: string): ValueRule =>
  (text) => ({
    value: text
      .split(separator)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  });

/** A name that is taken as it is, also with a slash in it. */
export const singleName: ValueRule = (text) => ({ value: [text] });

/** The last name of a path of categories. */
export const lastOf =
  (separator: string): ValueRule =>
  (text) => ({ value: text.split(separator).at(-1)?.trim() ?? text });

/** The first entry of a list. */
export const firstOf =
  (separator: string): ValueRule =>
  (text) => {
    const [first = "", ...others] = text.split(separator).map((entry) => entry.trim());
    return others.length === 0
      ? { value: first }
      : { value: first, left: msg("Only the first entry is taken.") };
  };

/** The entry of a text in a table that ignores letter case; undefined: none, also for names that every object has. */
export function entryOf<T>(table: Readonly<Record<string, T>>, text: string): T | undefined {
  const key = text.toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A text by a table that ignores letter case. Other texts are taken as they are. */
export const translated =
  (table: Readonly<Record<string, string | null>>): ValueRule =>
  (text) => {
    const found = entryOf(table, text);
    return { value: found === undefined ? text : found };
  };

/** A text with a prefix. */
export const prefixed =
  (prefix: string): ValueRule =>
  (text) => ({ value: `${prefix}${text}` });

/** True for a value that says yes. */
export const isYes = (text: string) => ["true", "1", "yes"].includes(text.toLowerCase());
/** True for a value that says no, in a column that has one in each row. */
export const isNo = (text: string) => ["false", "0", "no"].includes(text.toLowerCase());
