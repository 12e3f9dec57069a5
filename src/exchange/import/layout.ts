import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
import type { OpenTable } from "../tables/read.ts";
import type { ReadRow } from "../tables/source.ts";
import { columnName } from "../tables/xlsx-parts.ts";
import type { FileColumn, ReadLayout } from "./check.ts";
import type { Chosen } from "./chosen.ts";
import { COLUMNS } from "./columns.ts";
import { type Header, namedFields } from "./header.ts";
import { isSecret } from "./issues.ts";
import { MAX_HEADER_ROW } from "./options.ts";
import { cellText } from "./read-row.ts";
import type { Field, Kind } from "./values.ts";

/** Rows that are shown from the top; further ones where the header stands lower. */
const FIRST_ROWS = 10;
const ROWS_BELOW_HEADER = 2;
const MAX_SAMPLES = 3;
/** Rows in which samples are looked for. */
const MAX_SAMPLE_ROWS = 10_000;
/** What is shown of a cell. */
const MAX_SHOWN = 200;
/** Sheets in which a header row is looked for. */
const MAX_GLANCES = 20;
const HIDDEN = "•••";

/** The first rows of a table, and those after them. */
export interface SplitRows {
  readonly top: readonly ReadRow[];
  readonly rest: AsyncGenerator<ReadRow, void>;
}

/** Reads the rows among which the header row is. */
export async function splitRows(rows: AsyncGenerator<ReadRow, void>): Promise<SplitRows> {
  const top: ReadRow[] = [];
  while ((top.at(-1)?.number ?? 0) < MAX_HEADER_ROW) {
    const { value, done } = await rows.next();
    if (done === true) break;
    top.push(value);
  }
  return { top, rest: rows };
}

/** The sheet to be read: the wanted one, else the first of those whose header row names most fields. Throws Invalid. */
export async function chooseSheet(
  table: OpenTable,
  kind: Kind,
  wanted: string | null,
  chosen: Chosen,
): Promise<string | null> {
  const first = table.sheetOf(wanted);
  if (wanted !== null || table.sheets === null || table.sheets.length < 2) return first;
  let best = { sheet: first, count: 1 };
  for (const sheet of table.sheets.slice(0, MAX_GLANCES)) {
    const rows = table.rows(sheet, true);
    const { top } = await splitRows(rows);
    await rows.return();
    const count = Math.max(0, ...top.map((row) => namedFields(kind, row, chosen)));
    if (count > best.count) best = { sheet, count };
  }
  return best.sheet;
}

/** Collects what is shown of how a table was read. */
export function collectLayout(kind: Kind, header: Header, top: readonly ReadRow[]) {
  const fields = new Map(header.columns.map(({ index, field }) => [index, field]));
  const secret = new Set<number>();
  for (const [index, name] of header.headers.entries())
    if (isSecretName(kind, name) || isSecret(kind, fields.get(index) ?? null)) secret.add(index);
  const samples: string[][] = [];
  let width = Math.max(header.headers.length, 0, ...top.map(({ cells }) => cells.length));
  let rows = 0;

  const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
  function firstRows(): ReadLayout["firstRows"] {
    const last = Math.min(MAX_HEADER_ROW, Math.max(FIRST_ROWS, (header.row ?? 0) + ROWS_BELOW_HEADER));
    const lastWithContent = Math.min(last, top.at(-1)?.number ?? 0);
    return Array.from({ length: lastWithContent }, (_, index) => {
      const row = top.find(({ number }) => number === index + 1);
      const isData = header.row !== null && index + 1 > header.row;
      const cells = Array.from(row?.cells ?? [], (cell, column) => {
        const text = cellText(cell);
        return isData && text !== "" && secret.has(column) ? HIDDEN : shown(text);
      });
      return { row: index + 1, cells };
    });
  }

  return {
    isSecretColumn: (index: number) => secret.has(index),
    /** Notes samples of a row below the header. */
    note({ cells }: ReadRow): void {
      if (++rows > MAX_SAMPLE_ROWS) return;
      width = Math.max(width, cells.length);
      for (const [index, cell] of cells.entries()) {
        const some = samples[index] ?? [];
        samples[index] = some;
        if (some.length === MAX_SAMPLES || secret.has(index)) continue;
        const text = shown(cellText(cell));
        if (text !== "" && !some.includes(text)) some.push(text);
      }
    },
    /** Throws Invalid where a column is chosen that is in none of the rows. */
    refuseOtherColumns(chosen: ReadonlyMap<number, Field | null>): void {
      const place = [...chosen.keys()].findIndex((column) => column >= width);
      if (place === -1) return;
      const words = msg(
        `is not in the file. Use a number from 0 to ${width - 1}`,
        `není v souboru. Použijte číslo od 0 do ${width - 1}`,
      );
      throw Invalid.field(`columns.${place}.column`, words);
    },
    isWanting: () => rows < MAX_SAMPLE_ROWS,
    all(): Pick<ReadLayout, "headerRow" | "firstRows" | "columns"> {
      const columns = Array.from({ length: width }, (_, column): FileColumn => {
        const field: Field | null = fields.get(column) ?? null;
        const name = header.headers[column] ?? "";
        return { column, letter: columnName(column), header: name, field, samples: samples[column] ?? [] };
      });
      return {
        headerRow: header.row,
        firstRows: firstRows(),
        // Sheets may have a format in empty columns beside the table.
        columns: columns.filter((one) => one.header !== "" || one.field !== null || one.samples.length > 0),
      };
    },
  };
}

/** Whether a column is called like a secret one: then it is not shown, whatever is chosen for it. */
function isSecretName(kind: Kind, header: string): boolean {
  return COLUMNS[kind].some(
    ({ isSecret: isHidden, title, field, also }) =>
      isHidden === true && [field, title.en, title.cs, ...also].some((name) => fold(name) === fold(header)),
  );
}
