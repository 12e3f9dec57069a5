import { type Message, msg } from "../../domain/message.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { indexesOf, type ProductHeader } from "./product-header.ts";
import { cellText } from "./read-row.ts";

/** A column whose values are not taken. */
export interface LeftColumn {
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
/** Values that say nothing. */
const EMPTY = /^(?:|0|0\.0+|false|no)$/i;

/** Collects what is not taken. */
export class NotTaken {
  readonly #unused: readonly LeftColumn[];
  readonly #rows: LeftRow[] = [];
  #count = 0;

  constructor({ file, header: { headers }, sources }: ProductHeader) {
    const deciding = indexesOf(headers, file.deciding ?? []);
    const used = new Set([...deciding, ...sources.flatMap(({ indexes }) => indexes)]);
    const reasonOf = (index: number) =>
      file.left.find((one) => indexesOf(headers, one.headers).includes(index))?.reason ?? NO_FIELD;
    this.#unused = headers.flatMap((header, column) =>
      used.has(column) || header === "" ? [] : [{ column, header, values: 0, reason: reasonOf(column) }],
    );
  }

  addRow(row: number, reason: Message): void {
    this.#add({ row, column: null, value: null, reason });
  }

  addValue(row: number, column: string, value: string, reason: Message): void {
    this.#add({ row, column, value: value.slice(0, MAX_VALUE), reason });
  }

  /** Counts the values of a row in columns that no field takes. */
  countUnused({ cells }: ReadRow): void {
    for (const one of this.#unused) if (!EMPTY.test(cellText(cells[one.column]))) one.values++;
  }

  all(): NotTakenResult {
    return { columns: this.#unused.filter(({ values }) => values > 0), rows: this.#rows, count: this.#count };
  }

  #add(row: LeftRow): void {
    this.#count++;
    if (this.#rows.length < MAX_ROWS) this.#rows.push(row);
  }
}
