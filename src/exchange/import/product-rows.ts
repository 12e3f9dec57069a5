import { type Message, msg } from "../../domain/message.ts";
import { columnKey } from "../../domain/text-folding.ts";
import { textIn } from "../../i18n/text.ts";
import type { ReadCell, ReadRow } from "../../platform/tables/source.ts";
import { formatPath } from "./cell-texts.ts";
import { cellText } from "./cells.ts";
import { columnAt, type Header, headersOf, missingColumns } from "./header.ts";
import { HOMEBOX } from "./products/homebox.ts";
import { INVENTREE_PARTS, INVENTREE_STOCK } from "./products/inventree.ts";
import { ODOO_ASSETS, ODOO_PRODUCTS, ODOO_STOCK } from "./products/odoo.ts";
import {
  customFieldName,
  type MappedField,
  NO_DATE,
  type ProductChoice,
  type ProductFile,
  rejectionOf,
  type TextAt,
  takenValue,
} from "./products/product-file.ts";
import { SHELF } from "./products/shelf.ts";
import { SNIPE_IT } from "./products/snipe-it.ts";
import { type Column, customFieldOf, type Field } from "./table-fields.ts";

/** The files of other products that are recognised. */
export const PRODUCT_FILES: readonly ProductFile[] = [
  SNIPE_IT,
  SHELF,
  HOMEBOX,
  INVENTREE_PARTS,
  INVENTREE_STOCK,
  ODOO_PRODUCTS,
  ODOO_STOCK,
  ODOO_ASSETS,
];

/** A field with the indexes of the columns that hold it, the preferred one first. */
interface FieldSource extends Pick<MappedField, "rule" | "except" | "isJoined" | "left"> {
  readonly field: Field;
  /** What is put between the values of columns that a person chose. */
  readonly joint?: string | undefined;
  readonly indexes: readonly number[];
}

/** The header of a product's file. */
export interface ProductHeader {
  readonly file: ProductFile;
  readonly header: Header;
  /** In the order of the header's columns. */
  readonly sources: readonly FieldSource[];
}

/** The indexes of the columns with one of these names, in the order of the names. */
export function indexesOf(headers: readonly string[], names: readonly string[]): number[] {
  const keys = headers.map(columnKey);
  return names.flatMap((name) => {
    const key = columnKey(name);
    return keys.flatMap((one, index) => (one === key ? [index] : []));
  });
}

/** Finds the product whose file has this header row: the chosen one, else the first that is recognised; null: none. */
export function findProduct(
  row: ReadRow | null,
  choice: ProductChoice | null | undefined,
): ProductFile | null {
  if (choice === "none" || row === null) return null;
  if (choice) return PRODUCT_FILES.find(({ id }) => id === choice) ?? null;
  const headers = headersOf(row);
  const isOf = ({ signature }: ProductFile) =>
    signature.every((names) => indexesOf(headers, names).length > 0);
  return PRODUCT_FILES.find(isOf) ?? null;
}

/** The first row that a product's file begins with; null: none of them. */
export function findProductRow(rows: readonly ReadRow[]): ReadRow | null {
  return rows.find((row) => findProduct(row, null) !== null) ?? null;
}

/** Matches the columns of a product's file. `byIndex`: fields that a person chose, which have precedence. */
export function readProductHeader(
  file: ProductFile,
  all: readonly Column[],
  row: ReadRow,
  byIndex: ReadonlyMap<number, Field | null>,
): ProductHeader {
  const headers = headersOf(row);
  let sources: FieldSource[] = [...sourcesOf(file, headers), ...customSources(file, all, headers)];
  for (const [field, chosen] of Map.groupBy(byIndex, ([, one]) => one)) {
    const indexes = chosen.map(([index]) => index).sort((a, b) => a - b);
    const [first = 0, another] = indexes;
    if (another === undefined && sources.some((one) => one.field === field && one.indexes[0] === first))
      continue;
    sources = sources.filter((one) => one.field !== field && !indexes.includes(one.indexes[0] ?? -1));
    const joint = another === undefined ? undefined : all.find((one) => one.field === field)?.joint;
    if (field !== null) sources.push({ field, indexes, joint });
  }
  const columns = sources.flatMap(({ field, indexes, joint }) => {
    const column = all.find((one) => one.field === field);
    return column === undefined
      ? []
      : [columnAt(column, headers, joint === undefined ? indexes.slice(0, 1) : indexes)];
  });
  const errors = missingColumns(all, new Set(sources.map(({ field }) => field)));
  return { file, header: { row: row.number, headers, columns, errors }, sources };
}

function sourcesOf({ fields }: ProductFile, headers: readonly string[]): FieldSource[] {
  return fields.flatMap(({ from, ...field }) => {
    const indexes = indexesOf(headers, from);
    return indexes.length === 0 ? [] : [{ ...field, indexes }];
  });
}

/** The columns that no field of the product takes, and that have the name of a custom field. */
function customSources(file: ProductFile, all: readonly Column[], headers: readonly string[]): FieldSource[] {
  const taken = new Set(file.fields.flatMap(({ from }) => indexesOf(headers, from)));
  return all.flatMap(({ field, title }) => {
    if (customFieldOf(field) === null) return [];
    const key = columnKey(textIn(title, "en"));
    const index = headers.findIndex(
      (header, at) => !taken.has(at) && columnKey(customFieldName(file, header)) === key,
    );
    return index === -1 ? [] : [{ field, indexes: [index] }];
  });
}

/** What is noted of the values of a row, by the index of their column. */
interface Notes {
  use(index: number): void;
  lose(index: number, value: string, reason: Message): void;
}

/** Adds up rows of the same article and location: the first row gets all pieces. */
interface Sums {
  readonly first: number;
  pieces: number;
}

/** Translates the rows of a product's file, and notes what can't be taken. */
export class RowTranslator {
  readonly #product: ProductHeader;
  readonly #notTaken: NotTaken;
  readonly #sums = new Map<string, Sums>();
  readonly #indexes = new Map<string, readonly number[]>();

  constructor(product: ProductHeader, notTaken: NotTaken) {
    this.#product = product;
    this.#notTaken = notTaken;
  }

  /** Adds up a row before the rows are translated, if the product's rows are summed. */
  addUp(read: ReadRow): void {
    const { cells, rejected } = this.#values(read, { use: () => {}, lose: () => {} });
    const key = rejected === null ? this.#keyOf(cells) : null;
    if (key === null) return;
    const pieces = Number(cells[this.#at("quantity")] ?? 0);
    const known = this.#sums.get(key);
    if (known) known.pieces += pieces;
    else this.#sums.set(key, { first: read.number, pieces });
  }

  /** The row in the order of the fields; null: it is not taken, which is noted. */
  translate(read: ReadRow): ReadRow | null {
    const { header } = this.#product;
    const lost: { index: number; value: string; reason: Message }[] = [];
    const used = new Set<number>();
    const { cells, rejected } = this.#values(read, {
      use: (index) => used.add(index),
      lose: (index, value, reason) => lost.push({ index, value, reason }),
    });
    const sum = this.#sums.get(this.#keyOf(cells) ?? "");
    const isLater = sum !== undefined && sum.first !== read.number;
    const reason =
      rejected ?? (isLater ? msg("Its pieces are added to row {row}.", { row: sum.first }) : null);
    if (reason !== null) {
      this.#notTaken.addRow(read.number, reason);
      return null;
    }
    for (const { index, value, reason: why } of lost)
      this.#notTaken.addValue(read.number, header.headers[index] ?? "", value, why);
    this.#notTaken.countLeft(read, used, new Set(lost.map(({ index }) => index)));
    if (sum !== undefined) cells[this.#at("quantity")] = sum.pieces;
    return { number: read.number, cells };
  }

  #indexesOf(names: readonly string[]): readonly number[] {
    const key = names.join("\n");
    const known = this.#indexes.get(key) ?? indexesOf(this.#product.header.headers, names);
    this.#indexes.set(key, known);
    return known;
  }

  #at(field: string): number {
    return this.#product.sources.findIndex((source) => source.field === field);
  }

  /** The key of a row that is added up; null: it is not. */
  #keyOf(cells: readonly ReadCell[]): string | null {
    if (this.#product.file.isSummed !== true) return null;
    const [code, location, quantity] = ["code", "location", "quantity"].map(
      (field) => cells[this.#at(field)] ?? null,
    );
    if (code === null || location === null || typeof quantity !== "number") return null;
    return JSON.stringify([code, location]);
  }

  #values(read: ReadRow, notes: Notes) {
    const { file, sources } = this.#product;
    const textAt: TextAt = (...names) => {
      for (const index of this.#indexesOf(names)) {
        const text = this.#textOf(read.cells[index]);
        if (text !== "") return text;
      }
      return "";
    };
    const rejected = rejectionOf(file, textAt);
    const cells = sources.map((source) => this.#cellOf(source, read, textAt, notes));
    return { cells, rejected };
  }

  #cellOf(source: FieldSource, read: ReadRow, textAt: TextAt, { use, lose }: Notes): ReadCell {
    const { indexes, rule, except, isJoined = false, joint = isJoined ? "\n" : undefined } = source;
    const isRead = rule !== undefined || except !== undefined || joint !== undefined;
    const lines: string[] = [];
    for (const index of indexes) {
      const cell = read.cells[index] ?? null;
      const text = this.#textOf(cell);
      if (text === "") continue;
      use(index);
      if (typeof cell === "object" && cell !== null) return cell;
      if (!isRead && typeof cell !== "string") return cell;
      const taken = takenValue(source, text, textAt);
      if (taken.left !== undefined) lose(index, text, taken.left);
      if (taken.value === null) continue;
      const value = typeof taken.value === "object" ? formatPath(taken.value) : taken.value;
      if (joint === undefined) return value;
      lines.push(String(value));
    }
    return lines.length === 0 ? null : lines.join(joint);
  }

  /** The text of a cell, without the product's mark before text that begins like a formula. */
  #textOf(cell: ReadCell | undefined): string {
    const text = cellText(cell);
    const mark = this.#product.file.formulaMark;
    return mark !== undefined && text.startsWith(mark) && /^[=+\-@\t\r]/.test(text.slice(1))
      ? text.slice(1)
      : text;
  }
}

/** A column whose values are not taken, or only in part. */
interface LeftColumn {
  readonly column: number;
  readonly header: string;
  /** Number of rows with a value. */
  values: number;
  readonly reason: Message;
}

/** A value or a row that is not taken. */
export interface LeftRow {
  readonly row: number;
  /** The header; null: the whole row. */
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: Message;
}

/** What of a product's file is not taken. */
export interface NotTakenResult {
  readonly columns: readonly LeftColumn[];
  /** The first values and rows; `count`: all of them. */
  readonly rows: readonly LeftRow[];
  readonly count: number;
}

/** Values and rows that are listed. */
const MAX_ROWS = 10_000;
/** Characters shown of a value. */
const MAX_VALUE = 200;
const NO_FIELD = msg("No field has this name. Add a custom field of this name, and check the file again.");
const OTHER_COLUMN = msg("Another column of the same field is taken.");
/** Values that say nothing. */
const EMPTY = /^(?:|0|0\.0+|false|no)$/i;

/** Collects what is not taken. */
export class NotTaken {
  readonly #columns: readonly LeftColumn[];
  /** Columns whose values are taken in part. */
  readonly #partly: readonly LeftColumn[];
  readonly #rows: LeftRow[] = [];
  #count = 0;

  constructor({ file, header: { headers }, sources }: ProductHeader) {
    const deciding = indexesOf(headers, [...(file.deciding ?? []), ...(file.pictures ?? [])]);
    const mapped = new Set(sources.flatMap(({ indexes }) => indexes));
    const reasonOf = (index: number) =>
      file.left.find(
        (one) =>
          indexesOf(headers, one.headers).includes(index) &&
          (one.where === undefined || indexesOf(headers, one.where).length > 0),
      )?.reason ?? (mapped.has(index) ? OTHER_COLUMN : NO_FIELD);
    this.#columns = headers.flatMap((header, column) =>
      deciding.includes(column) || header === ""
        ? []
        : [{ column, header, values: 0, reason: reasonOf(column) }],
    );
    this.#partly = sources.flatMap(({ indexes, left: reason }) =>
      reason === undefined
        ? []
        : indexes.map((column) => ({ column, header: headers[column] ?? "", values: 0, reason })),
    );
  }

  addRow(row: number, reason: Message): void {
    this.#add({ row, column: null, value: null, reason });
  }

  addValue(row: number, column: string, value: string, reason: Message): void {
    this.#add({ row, column, value: value.slice(0, MAX_VALUE), reason });
  }

  /** Counts the values of a row that are not taken, or only in part. `used`: the columns of taken and noted values; `noted`: of the noted ones. */
  countLeft({ cells }: ReadRow, used: ReadonlySet<number>, noted: ReadonlySet<number>): void {
    const texts = new Set(Array.from(used, (index) => cellText(cells[index])));
    for (const one of this.#columns) {
      const text = cellText(cells[one.column]);
      const isRepeated = one.reason === OTHER_COLUMN && texts.has(text);
      if (!used.has(one.column) && !EMPTY.test(text) && !NO_DATE.test(text) && !isRepeated) one.values++;
    }
    for (const one of this.#partly) if (used.has(one.column) && !noted.has(one.column)) one.values++;
  }

  all(): NotTakenResult {
    return {
      columns: [...this.#columns, ...this.#partly].filter(({ values }) => values > 0),
      rows: this.#rows,
      count: this.#count,
    };
  }

  #add(row: LeftRow): void {
    this.#count++;
    if (this.#rows.length < MAX_ROWS) this.#rows.push(row);
  }
}
