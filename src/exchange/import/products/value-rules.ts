import { type Message, msg } from "../../../domain/message.ts";
import type { Cell } from "../../../platform/tables/cell.ts";
import type { MappedField, ProductFile, ValueRule, Values } from "./product-file.ts";

/** Returns the text of a column of the same row by the names of its header; empty if there is none. */
export type TextAt = (...headers: readonly string[]) => string;

/** What is taken of a value. A `value` of null: as an empty cell; a list: the names of a path. `left`: why the value, or a part of it, is not taken. */
interface TakenValue {
  readonly value: Cell | readonly string[];
  readonly left?: Message;
}

/** The zero time of Go, which programs in it write where there is no date. */
export const NO_DATE = /^0001-01-01(?:[T ]00:00:00[^,;]*)?$/;

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** A text with a group in brackets at its end. */
const GROUPED = /^(.*)\(([^()]*)\)$/;

/** Why a row of a product's file is not taken; null: it is taken. */
export function rejectionOf({ rejects = [] }: ProductFile, textAt: TextAt): Message | null {
  return rejects.find(({ headers, matches }) => matches.test(textAt(...headers)))?.reason ?? null;
}

/** The name of the custom field of a column. */
export function customFieldName({ customField }: ProductFile, header: string): string {
  return customField?.exec(header)?.[1]?.trim() ?? header;
}

/** What is taken of a text that is not empty. */
export function takenValue(
  { rule, except }: Pick<MappedField, "rule" | "except">,
  text: string,
  textAt: TextAt,
): TakenValue {
  if (except?.matches.test(textAt(...except.headers))) return { value: null, left: except.reason };
  return rule === undefined ? { value: text } : applyRule(rule, text, textAt);
}

function applyRule(rule: ValueRule, text: string, textAt: TextAt): TakenValue {
  if (rule === "amount") return { value: NUMBER.test(text) ? Number(text) || null : text };
  if (rule === "pieces") return pieces(text);
  if (rule === "day") return { value: NO_DATE.test(text) ? null : text };
  if (rule === "name") return { value: [text] };
  if ("path" in rule) return { value: entriesOf(text, rule.path).filter((name) => name !== "") };
  if ("last" in rule) return { value: entriesOf(text, rule.last).at(-1) ?? text };
  if ("part" in rule) return { value: rule.part.exec(text)?.[1] ?? text };
  if ("prefix" in rule) return { value: textAt(...rule.unless) === "" ? `${rule.prefix}${text}` : text };
  if ("values" in rule) return { value: translate(rule, text) };
  const [first = "", ...others] = entriesOf(text, rule.first);
  return others.length === 0
    ? { value: first }
    : { value: first, left: msg("Only the first entry is taken.") };
}

const entriesOf = (text: string, separator: string) => text.split(separator).map((entry) => entry.trim());

function pieces(text: string): TakenValue {
  if (!NUMBER.test(text)) return { value: text };
  const count = Number(text);
  if (!Number.isInteger(count)) return { value: null, left: msg("Quantities are whole pieces.") };
  return count < 0 ? { value: null, left: msg("A quantity can't be below zero.") } : { value: count };
}

function translate(
  { values, byGroup }: Extract<ValueRule, { values: unknown }>,
  text: string,
): string | null {
  if (byGroup === undefined) return entryOf(values, text, text);
  const [, before = text, group = ""] = GROUPED.exec(text) ?? [];
  const label = before.trim();
  return entryOf(byGroup, group, entryOf(values, label, label));
}

/** The entry of a text, else `otherwise`, also for the names of properties that every object has. */
function entryOf(table: Values, text: string, otherwise: string | null): string | null {
  const key = text.toLowerCase();
  return Object.hasOwn(table, key) ? (table[key] ?? null) : otherwise;
}
