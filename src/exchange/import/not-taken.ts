import { type Message, msg } from "../../domain/message.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { indexesOf, type ProductHeader } from "./product-header.ts";
import { NO_DATE } from "./products/value-rules.ts";
import { cellText } from "./read-row.ts";

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
