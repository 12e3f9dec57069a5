import { Invalid } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { columnKey } from "../../domain/text-folding.ts";
import { LOCALE_CODES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { ReadCell, ReadRow } from "../../platform/tables/source.ts";
import { columnName } from "../../platform/tables/xlsx-write.ts";
import { COLUMNS } from "./columns.ts";
import type { Column, Field, HeaderColumn } from "./table-fields.ts";

/** Fields that a person chose for columns, by header; null: the column is not imported. */
export type ColumnChoices = ReadonlyMap<string, Field | null>;

/**
 * Parses choices from JSON text such as `{"Where":"location","Colour":null}`; null: none. Custom fields that are gone count as not
 * chosen, because browsers remember choices. Throws Invalid.
 */
export function parseColumnChoices(columns: readonly Column[], text: string | null): ColumnChoices {
  const choices = new Map<string, Field | null>();
  for (const [header, name] of Object.entries(parseObject(text))) {
    const column = columns.find(({ field }) => field === name);
    if (column === undefined && /^field:\d+$/.test(String(name))) continue;
    if (column === undefined && name !== null) {
      const names = columns.map(({ field }) => field).join(", ");
      throw Invalid.field("columns", msg("must name one of {names}, or null", { names }));
    }
    choices.set(header, column?.field ?? null);
  }
  return choices;
}

function parseObject(text: string | null): object {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below.
  }
  throw Invalid.field("columns", msg("must be a JSON object"));
}

/** The header row of a file. */
export interface Header {
  /** Row number; null: no header row. */
  readonly row: number | null;
  /** The header of each column, in file order. */
  readonly headers: readonly string[];
  readonly columns: readonly HeaderColumn[];
  /** Errors with the column's header; null: the column is missing. */
  readonly errors: readonly {
    readonly column: string | null;
    readonly message: Message;
    /** The field of a missing column. */
    readonly field?: Field;
  }[];
}

/** Fields that a person chose for columns, by header or by index from 0. A choice by index has precedence. */
export interface ChosenColumns {
  readonly byHeader: ColumnChoices;
  readonly byIndex: ReadonlyMap<number, Field | null>;
}

/** The keys of all names of a column. */
export function nameKeysOf(column: Column): readonly string[] {
  return [...titlesOf(column), ...column.aliases].map(columnKey);
}

/** The names of a column: its field and its title in each language. */
function titlesOf({ field, title }: Column): readonly string[] {
  return [field, ...LOCALE_CODES.map((locale) => textIn(title, locale))];
}

/** The columns by title, and by alias. Where columns share a name, the earlier one wins. */
function columnsByName(columns: readonly Column[]): readonly ReadonlyMap<string, Column>[] {
  const titles = new Map<string, Column>();
  const others = new Map<string, Column>();
  for (const column of columns) {
    addNames(titles, titlesOf(column), column);
    addNames(others, column.aliases, column);
  }
  return [titles, others];
}

/** The names of the articles' own columns, by `columnKey`. */
export function articleColumnNames(): ReadonlySet<string> {
  return new Set(COLUMNS.articles.flatMap(nameKeysOf));
}

function addNames(known: Map<string, Column>, names: readonly string[], column: Column): void {
  for (const name of names) {
    const key = columnKey(name);
    if (!known.has(key)) known.set(key, column);
  }
}

/** The texts of a header row. Cells merged across columns all get the text of the first one. */
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

/** Number of fields that a row names if it is read as a header row. */
export function countNamedFields(columns: readonly Column[], row: ReadRow, chosen: ColumnChoices): number {
  const names = columnsByName(columns);
  const fields = new Set<Field>();
  for (const header of headersOf(row)) {
    if (header === "") continue;
    const field =
      chosen.get(header) ?? names.map((known) => known.get(columnKey(header))?.field).find(Boolean);
    if (field) fields.add(field);
  }
  return fields.size;
}

/**
 * Finds the header row among the first rows of a table: the requested row, else the first row that names the most fields, else
 * the first row with several texts and no number. Null: no header row. Throws Invalid if the requested row is empty.
 */
export function findHeaderRow(
  columns: readonly Column[],
  rows: readonly ReadRow[],
  requested: number | null,
  chosen: ColumnChoices,
): ReadRow | null {
  if (requested !== null) {
    const found = rows.find(({ number }) => number === requested);
    if (found !== undefined) return found;
    throw Invalid.field("headerRow", msg("must be a row with content"));
  }
  let best: ReadRow | null = null;
  let highest = 0;
  for (const row of rows) {
    const count = countNamedFields(columns, row, chosen);
    if (count <= highest) continue;
    highest = count;
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

/** The column of a field that columns of the file hold, in their order. */
export function columnAt(
  column: Column,
  headers: readonly string[],
  indexes: readonly number[],
): HeaderColumn {
  const joined = indexes.toSorted((a, b) => a - b);
  const [index = 0, another] = joined;
  const header = headers[index] || columnName(index);
  return { ...column, index, header, ...(another !== undefined && { joined }) };
}

/** Finds the columns of a table by choice, else by header, in English or Czech. */
export function readHeader(
  all: readonly Column[],
  row: ReadRow | null,
  { byHeader, byIndex }: ChosenColumns,
): Header {
  if (row === null) {
    const message = msg("No row with column names was found. Choose the header row.");
    return { row: null, headers: [], columns: [], errors: [{ column: null, message }] };
  }
  const headers = headersOf(row);
  const found = new Map<Field, HeaderColumn>();
  const decided = new Set<number>();
  const errors: Header["errors"][number][] = [];
  const take = (field: Field | null, index: number) => {
    decided.add(index);
    const column = all.find((one) => one.field === field);
    if (!column) return;
    const { index: first = index, joined = [first] } = found.get(column.field) ?? {};
    found.set(column.field, columnAt(column, headers, first === index ? [index] : [...joined, index]));
  };
  for (const [index, field] of byIndex) take(field, index);
  for (const [index, header] of headers.entries()) {
    const field = byHeader.get(header);
    if (field === undefined || decided.has(index)) continue;
    const other = field === null ? undefined : found.get(field);
    if (other?.joint !== undefined || other === undefined) take(field, index);
    else {
      const message = msg("means the same as the column {column}", {
        column: other.header,
      });
      errors.push({ column: header, message });
    }
  }
  const named = new Set<Field>();
  for (const known of columnsByName(all)) {
    for (const [index, header] of headers.entries()) {
      const column = known.get(columnKey(header));
      if (!column || decided.has(index) || named.has(column.field)) continue;
      // A browser remembers only the header of the column that was joined to this one.
      if (found.has(column.field) && (column.joint === undefined || byIndex.size > 0)) continue;
      named.add(column.field);
      take(column.field, index);
    }
  }
  errors.push(...missingColumns(all, found));
  const columns = [...found.values()].sort((a, b) => a.index - b.index);
  return { row: row.number, headers, columns, errors };
}

/** The errors of the key columns that a table lacks. */
export function missingColumns(
  all: readonly Column[],
  found: { has(field: Field): boolean },
): Header["errors"][number][] {
  const missing = all.filter(({ field, isKey }) => isKey && !found.has(field));
  return missing.map(({ field, title }) => {
    return { column: null, message: msg("The column {column} is missing.", { column: title }), field };
  });
}
