import { fold } from "../storage/fold.ts";
import type { ReadCell } from "../tables/source.ts";
import { say, type Words } from "../words.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { Field, Kind } from "./values.ts";

/** A column of the file that the import knows. */
export interface HeaderColumn extends Column {
  readonly index: number;
  /** What the file itself calls it. */
  readonly header: string;
}

/** What the first row of a file says. */
export interface Header {
  readonly columns: readonly HeaderColumn[];
  /** Names of columns that mean nothing to the import. */
  readonly ignored: readonly string[];
  /** What is wrong; the column's own name, null where it is missing. */
  readonly faults: readonly { readonly column: string | null; readonly words: Words }[];
}

const keyOf = (name: string) => fold(name).replace(/[^\p{L}\p{N}]/gu, "");

/** Finds the columns of a table by what stands above them, in English or Czech. */
export function readHeader(kind: Kind, cells: readonly ReadCell[]): Header {
  const known = new Map<string, Column>();
  for (const column of COLUMNS[kind]) for (const name of column.also) known.set(keyOf(name), column);
  // Titles last: they win over somebody's other name for another column.
  for (const column of COLUMNS[kind])
    for (const name of [column.field, column.title.cs, column.title.en]) known.set(keyOf(name), column);
  const found = new Map<Field, HeaderColumn>();
  const ignored: string[] = [];
  const faults: { column: string | null; words: Words }[] = [];
  for (const [index, cell] of cells.entries()) {
    const header = typeof cell === "object" ? "" : String(cell).trim();
    if (header === "") continue;
    const column = known.get(keyOf(header));
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
  return { columns: [...found.values()], ignored, faults };
}
