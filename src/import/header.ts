import { fold } from "../storage/fold.ts";
import type { ReadCell } from "../tables/source.ts";
import { say, type Words } from "../words.ts";
import type { Chosen } from "./chosen.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { Field, Kind } from "./values.ts";

/** A column of the file that the import knows. */
export interface HeaderColumn extends Column {
  readonly index: number;
  /** What the file itself calls it. */
  readonly header: string;
}

/** A column of the file, and what it is about; null: it means nothing to the import. */
export interface FileColumn {
  readonly header: string;
  readonly field: Field | null;
}

/** What the first row of a file says. */
export interface Header {
  readonly columns: readonly HeaderColumn[];
  /** All columns of the file, in its order. */
  readonly all: readonly FileColumn[];
  /** Names of columns that mean nothing to the import. */
  readonly ignored: readonly string[];
  /** What is wrong; the column's own name, null where it is missing. */
  readonly faults: readonly { readonly column: string | null; readonly words: Words }[];
}

const keyOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, "");

/** Finds the columns of a table by what somebody has chosen, else by what stands above them, in English or Czech. */
export function readHeader(kind: Kind, cells: readonly ReadCell[], chosen: Chosen): Header {
  const known = new Map<string, Column>();
  for (const column of COLUMNS[kind]) for (const name of column.also) known.set(keyOf(name), column);
  // Titles last: they win over somebody's other name for another column.
  for (const column of COLUMNS[kind])
    for (const name of [column.field, column.title.cs, column.title.en]) known.set(keyOf(name), column);
  const headers = cells.map((cell) => (typeof cell === "object" ? "" : String(cell).trim()));
  const taken = new Set(headers.map((header) => chosen.get(header)));
  const columnOf = (header: string) => {
    const field = chosen.get(header);
    if (field !== undefined) return COLUMNS[kind].find((column) => column.field === field);
    const named = known.get(keyOf(header));
    // What was chosen for another column is not this one's as well.
    return named && taken.has(named.field) ? undefined : named;
  };
  const found = new Map<Field, HeaderColumn>();
  const all: FileColumn[] = [];
  const ignored: string[] = [];
  const faults: { column: string | null; words: Words }[] = [];
  for (const [index, header] of headers.entries()) {
    if (header === "") continue;
    const column = columnOf(header);
    all.push({ header, field: column?.field ?? null });
    const other = column && found.get(column.field);
    if (!column) ignored.push(header);
    else if (other) {
      const words = say(
        `means the same as the column ${other.header}`,
        `znamená totéž co sloupec ${other.header}`,
      );
      faults.push({ column: header, words });
    } else found.set(column.field, { ...column, index, header });
  }
  for (const { field, title, isKey } of COLUMNS[kind]) {
    if (!isKey || found.has(field)) continue;
    const words = say(`The column ${title.en} is missing.`, `Chybí sloupec ${title.cs}.`);
    faults.push({ column: null, words });
  }
  return { columns: [...found.values()], all, ignored, faults };
}
