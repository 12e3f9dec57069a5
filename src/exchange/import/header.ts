import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
import type { ReadCell, ReadRow } from "../tables/source.ts";
import { columnName } from "../tables/xlsx-parts.ts";
import type { Chosen } from "./chosen.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { Field, Kind } from "./values.ts";

/** A column of the file that the import knows. */
export interface HeaderColumn extends Column {
  readonly index: number;
  /** What the file itself calls it. */
  readonly header: string;
}

/** What the header row of a file says. */
export interface Header {
  /** Its number; null: there is none. */
  readonly row: number | null;
  /** What stands above each column, in the file's order. */
  readonly headers: readonly string[];
  readonly columns: readonly HeaderColumn[];
  /** What is wrong; the column's own name, null where it is missing. */
  readonly faults: readonly {
    readonly column: string | null;
    readonly words: Message;
    /** A field without a column. */
    readonly field?: Field;
  }[];
}

/** What is chosen for columns: by what stands above them, or by their index from 0 on, which goes before. */
export interface ChosenColumns {
  readonly byHeader: Chosen;
  readonly byIndex: ReadonlyMap<number, Field | null>;
}

const keyOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, "");

/** The columns by their titles, and by other names that people have for them. */
function knownNames(kind: Kind): readonly ReadonlyMap<string, Column>[] {
  const titles = new Map<string, Column>();
  const others = new Map<string, Column>();
  for (const column of COLUMNS[kind]) {
    for (const name of [column.field, column.title.cs, column.title.en]) titles.set(keyOf(name), column);
    for (const name of column.also) others.set(keyOf(name), column);
  }
  return [titles, others];
}

/** The content of a header row: cells that are merged across columns all have that of the first one. */
export function headersOf({ cells, merged = [] }: Pick<ReadRow, "cells" | "merged">): string[] {
  const textOf = (cell: ReadCell | undefined) =>
    cell === null || cell === undefined || typeof cell === "object" ? "" : String(cell).trim();
  const headers = Array.from(cells, textOf);
  for (const { first, last } of merged) {
    const text = headers[first] ?? "";
    for (let index = first + 1; text !== "" && index <= last; index++) headers[index] ||= text;
  }
  return Array.from(headers, (header) => header ?? "");
}

/** How many fields a row names as a header row would. */
export function namedFields(kind: Kind, row: ReadRow, chosen: Chosen): number {
  const names = knownNames(kind);
  const fields = new Set<Field>();
  for (const header of headersOf(row)) {
    if (header === "") continue;
    const field = chosen.get(header) ?? names.map((known) => known.get(keyOf(header))?.field).find(Boolean);
    if (field) fields.add(field);
  }
  return fields.size;
}

/**
 * The header row among the first rows of a table: the wanted one, else the first of those that name most fields, else the
 * first with several texts and no number. Null: there is none. Throws Invalid where the wanted row is empty.
 */
export function findHeaderRow(
  kind: Kind,
  rows: readonly ReadRow[],
  wanted: number | null,
  chosen: Chosen,
): ReadRow | null {
  if (wanted !== null) {
    const found = rows.find(({ number }) => number === wanted);
    if (found !== undefined) return found;
    throw Invalid.field("headerRow", msg("must be a row with content", "musí být řádek s obsahem"));
  }
  let best: ReadRow | null = null;
  let most = 0;
  for (const row of rows) {
    const count = namedFields(kind, row, chosen);
    if (count <= most) continue;
    most = count;
    best = row;
  }
  return best ?? rows.find(isLikeHeader) ?? null;
}

function isLikeHeader({ cells }: ReadRow): boolean {
  const filled = cells.filter((cell) => cell !== null && cell !== "");
  return (
    filled.length > 1 && filled.every((cell) => typeof cell === "string" && !/^[\s\d.,:/-]*$/.test(cell))
  );
}

/** Finds the columns of a table by what is chosen, else by what stands above them, in English or Czech. */
export function readHeader(kind: Kind, row: ReadRow | null, { byHeader, byIndex }: ChosenColumns): Header {
  if (row === null) {
    const words = msg(
      "No row with column names was found. Choose the header row.",
      "Nebyl nalezen řádek s názvy sloupců. Vyberte řádek záhlaví.",
    );
    return { row: null, headers: [], columns: [], faults: [{ column: null, words }] };
  }
  const headers = headersOf(row);
  const found = new Map<Field, HeaderColumn>();
  const decided = new Set<number>();
  const faults: Header["faults"][number][] = [];
  const take = (field: Field | null, index: number) => {
    decided.add(index);
    const column = COLUMNS[kind].find((one) => one.field === field);
    if (column) found.set(column.field, { ...column, index, header: headers[index] || columnName(index) });
  };
  for (const [index, field] of byIndex) take(field, index);
  for (const [index, header] of headers.entries()) {
    const field = byHeader.get(header);
    if (field === undefined || decided.has(index)) continue;
    const other = field === null ? undefined : found.get(field);
    if (other === undefined) take(field, index);
    else {
      const words = msg(
        `means the same as the column ${other.header}`,
        `znamená totéž co sloupec ${other.header}`,
      );
      faults.push({ column: header, words });
    }
  }
  for (const known of knownNames(kind)) {
    for (const [index, header] of headers.entries()) {
      const column = known.get(keyOf(header));
      if (column && !decided.has(index) && !found.has(column.field)) take(column.field, index);
    }
  }
  for (const { field, title, isKey } of COLUMNS[kind]) {
    if (!isKey || found.has(field)) continue;
    const words = msg(`The column ${title.en} is missing.`, `Chybí sloupec ${title.cs}.`);
    faults.push({ column: null, words, field });
  }
  const columns = [...found.values()].sort((a, b) => a.index - b.index);
  return { row: row.number, headers, columns, faults };
}
