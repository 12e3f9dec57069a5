import { type Message, msg } from "../../../domain/message.ts";
import type { Cell } from "../../../platform/tables/cell.ts";

// What an import reads of other products, as data.

/** The fields that a product's file can have. */
type ProductField =
  | "code"
  | "name"
  | "category"
  | "type"
  | "state"
  | "price"
  | "serialNumber"
  | "rfId"
  | "user"
  | "note"
  | "dtBuy"
  | "supplier"
  | "warrantyEnd"
  | "location"
  | "quantity";

/** Values of a table that ignores letter case; null: as an empty cell. */
type Values = Readonly<Record<string, string | null>>;

/** How a text that is not empty is read. What a rule does not know is taken as it is. */
type ValueRule =
  /** A number with a decimal point, as programs write it; zero is no price. */
  | "amount"
  /** Whole pieces. A fraction or a negative number is not taken. */
  | "pieces"
  /** A day; the zero time of Go is none. */
  | "day"
  /** One name, also with a slash in it. */
  | "name"
  /** A path whose names are separated by this text. */
  | { readonly path: string }
  /** The first entry of a list, or the last of a path, by the separator. */
  | { readonly first: string }
  | { readonly last: string }
  /** The part in the group of a pattern. */
  | { readonly part: RegExp }
  /** A prefix, unless one of these columns has a value. */
  | { readonly prefix: string; readonly unless: readonly string[] }
  /** `byGroup`: the values by the text in brackets at the end, which is no part of the text otherwise. */
  | { readonly values: Values; readonly byGroup?: Values };

/** Holds where the first of these columns with a value matches; the text is empty if there is none. */
interface Condition {
  readonly headers: readonly string[];
  readonly matches: RegExp;
  readonly reason: Message;
}

export const EMPTY = /^$/;
/** A value that says yes. */
export const YES = /^(?:true|1|yes)$/i;
/** A value that says no, in a column that has one in each row. */
export const NO = /^(?:false|0|no)$/i;

export const ARCHIVED = msg("The record is archived there.");
export const NO_LOCATION = msg("The pieces have no location there.");
export const FOREIGN_ID = msg("It is an id of the other product.");
export const OF_STOCK = msg("Import the export of the stock.");
export const NO_SERIALS = msg("Stock is kept by article and location, without serial numbers and batches.");
export const NO_DEPRECIATION = msg("Depreciation is not kept here.");
export const ADDRESS_ONLY = msg("The file holds the address of a picture, not the picture.");
/** Who has an article there becomes its user: an import records no hand-over (docs/decisions/custody.md). */
export const NO_HAND_OVER = msg("The person becomes the user of the article. No hand-over is recorded.");

/** A field with the columns that hold it. */
export interface MappedField {
  readonly field: ProductField;
  /** The names of the columns, the preferred one first. The first value that is not empty is taken. */
  readonly from: readonly string[];
  readonly rule?: ValueRule;
  /** The values are not taken where this holds. */
  readonly except?: Condition;
  /** The values of all columns are taken, as lines. */
  readonly isJoined?: boolean;
  /** What of the taken values is not taken. */
  readonly left?: Message;
}

/** The ids of the files. */
export const PRODUCT_IDS = [
  ...(["snipe-it", "shelf", "homebox", "inventree-parts", "inventree-stock"] as const),
  ...(["odoo-products", "odoo-stock", "odoo-assets"] as const),
] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

/** The choices of an import; `none`: the file is not read as that of another product. */
export const PRODUCT_CHOICES = ["none", ...PRODUCT_IDS] as const;
export type ProductChoice = (typeof PRODUCT_CHOICES)[number];

/** Columns that are not taken. */
interface LeftColumns {
  readonly headers: readonly string[];
  /** The reason holds only where the file has one of these columns. */
  readonly where?: readonly string[];
  readonly reason: Message;
}

/** A kind of file that another product exports, and how it is read. */
export interface ProductFile {
  readonly id: ProductId;
  readonly title: Message;
  readonly kind: "articles" | "stock";
  /** A header with one name of each group is recognised. */
  readonly signature: readonly (readonly string[])[];
  readonly fields: readonly MappedField[];
  /** Columns without a field here, with the reason; the first one counts. */
  readonly left: readonly LeftColumns[];
  /** Columns with pictures in their cells, the preferred one first. */
  readonly pictures?: readonly string[];
  /** Columns that only decide which rows are taken. */
  readonly deciding?: readonly string[];
  /** Rows where one of these holds are not taken; the first one counts. */
  readonly rejects?: readonly Condition[];
  /** The name of a custom field in the headers of such columns: a group. */
  readonly customField?: RegExp;
  /** Values of new records whose rows have none, as text. */
  readonly defaults: { readonly category?: string; readonly type?: string };
  /** The character by which the product marks text that a spreadsheet would run as a formula. */
  readonly formulaMark?: string;
  /** Rows of the same article and location are added up. */
  readonly isSummed?: boolean;
}

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
