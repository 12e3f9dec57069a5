import { type Message, msg } from "../../domain/message.ts";
import type { ReadCell, ReadRow } from "../../platform/tables/source.ts";
import type { NotTaken } from "./not-taken.ts";
import { formatPath } from "./path.ts";
import { type FieldSource, indexesOf, type ProductHeader } from "./product-header.ts";
import { rejectionOf, type TextAt, takenValue } from "./products/value-rules.ts";
import { cellText } from "./read-row.ts";

/** A row of a product's file in the order of the fields, or why it is not taken. */
type TranslatedRow = { readonly read: ReadRow } | { readonly rejected: Message };

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

  translate(read: ReadRow): TranslatedRow {
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
      return { rejected: reason };
    }
    for (const { index, value, reason: why } of lost)
      this.#notTaken.addValue(read.number, header.headers[index] ?? "", value, why);
    this.#notTaken.countLeft(read, used, new Set(lost.map(({ index }) => index)));
    if (sum !== undefined) cells[this.#at("quantity")] = sum.pieces;
    return { read: { number: read.number, cells } };
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
    const { indexes, rule, except, isJoined = false } = source;
    const isRead = rule !== undefined || except !== undefined || isJoined;
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
      if (!isJoined) return value;
      lines.push(String(value));
    }
    return lines.length === 0 ? null : lines.join("\n");
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
