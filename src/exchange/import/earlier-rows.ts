import { createHash } from "node:crypto";
import { readSync } from "node:fs";
import { type Message, msg } from "../../domain/message.ts";
import { nameKey } from "../../domain/text-folding.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { cellText, parseText } from "./cells.ts";
import { type Issue, issueValue } from "./issues.ts";
import { createLineWriter } from "./rows-file.ts";
import type { Field, HeaderColumn } from "./table-fields.ts";

/** A row as it is in the file, and with its cells joined or translated. */
export interface BothRows {
  readonly raw: ReadRow;
  readonly read: ReadRow;
}

/** The texts of the rows of a table so far, in an open, empty file: a row may repeat the record of an earlier one. */
export class EarlierRows {
  readonly #descriptor: number;
  readonly #columns: readonly HeaderColumn[];
  readonly #lines: ReturnType<typeof createLineWriter>;
  /** Where each row is in the file, and its bytes, by its number. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  /** The indexes of raw cells that are compared as values of columns. */
  readonly #imported: ReadonlySet<number>;
  #end = 0;

  constructor(
    descriptor: number,
    { columns, isTranslated }: { readonly columns: readonly HeaderColumn[]; readonly isTranslated: boolean },
  ) {
    this.#descriptor = descriptor;
    this.#columns = columns;
    this.#lines = createLineWriter(descriptor);
    const single = isTranslated ? [] : columns.filter(({ joined }) => joined === undefined);
    this.#imported = new Set(single.map(({ index }) => index));
  }

  add(row: BothRows): void {
    const { number } = row.read;
    const line = JSON.stringify([...this.#textsOf(row), this.#restOf(row)]);
    this.#starts[number] = this.#end;
    this.#lengths[number] = Buffer.byteLength(line);
    this.#lines.add(line);
    this.#end += Buffer.byteLength(line) + 1;
  }

  /** The issue of a row whose record is in an earlier row, with the first value that differs; null: all cells are the same. */
  conflict(row: BothRows, { repeats = 0, ...issue }: Issue): Issue | null {
    const earlier = this.#lineOf(repeats);
    const texts = this.#textsOf(row);
    for (const [at, column] of this.#columns.entries()) {
      const [before = "", after = ""] = [earlier[at], texts[at]];
      // The keys are the same, perhaps in other letter case.
      if (column.field === issue.field || isSame(column, before, after)) continue;
      return { ...issue, message: conflictMessage(repeats, column, { before, after }) };
    }
    return earlier.at(-1) === this.#restOf(row) ? null : issue;
  }

  #textsOf({ read }: BothRows): readonly string[] {
    return this.#columns.map(({ index }) => cellText(read.cells[index]));
  }

  /** A hash of the other cells, which may be long pictures. */
  #restOf({ raw }: BothRows): string {
    const rest = Array.from(raw.cells, (cell, index) => (this.#imported.has(index) ? "" : cellText(cell)));
    const filled = rest.slice(0, rest.findLastIndex((text) => text !== "") + 1);
    return createHash("sha256").update(JSON.stringify(filled)).digest("base64");
  }

  #lineOf(row: number): readonly string[] {
    this.#lines.end();
    const bytes = Buffer.alloc(this.#lengths[row] ?? 0);
    readSync(this.#descriptor, bytes, 0, bytes.length, this.#starts[row] ?? 0);
    // Only `add` writes this file.
    return JSON.parse(bytes.toString()) as string[];
  }
}

/** Fields whose values name records: without regard to letter case. */
const NAMES: readonly Field[] = ["category", "type", "state", "location"];
/** Fields whose values are lists in any order. */
const LISTS: readonly Field[] = ["additionalCodes", "roles"];

/** True for the same text, and for texts of the same names or entries. */
function isSame(column: HeaderColumn, before: string, after: string): boolean {
  if (before === after) return true;
  const { field } = column;
  if (NAMES.includes(field)) return nameKey(before) === nameKey(after);
  if (!LISTS.includes(field)) return false;
  const [one, other] = [before, after].map((text) => {
    const parsed = parseText([column], field, text);
    return "value" in parsed && Array.isArray(parsed.value) ? JSON.stringify(parsed.value.toSorted()) : null;
  });
  return one !== null && one === other;
}

function conflictMessage(
  row: number,
  { header, isSecret }: HeaderColumn,
  { before, after }: { readonly before: string; readonly after: string },
): Message {
  if (isSecret === true)
    return msg("is the same as in row {row}, which has another {column}", { row, column: header });
  return msg('is the same as in row {row}, but {column} is "{after}" here and "{before}" there', {
    row,
    column: header,
    after: issueValue(after),
    before: issueValue(before),
  });
}
