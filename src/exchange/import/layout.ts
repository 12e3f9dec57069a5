import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { columnKey } from "../../domain/text-folding.ts";
import type { OpenTable } from "../../platform/tables/read.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { columnName } from "../../platform/tables/xlsx-write.ts";
import { cellText } from "./cells.ts";
import type { FileColumn, TableLayout } from "./check-program.ts";
import { type ColumnChoices, countNamedFields, type Header, nameKeysOf } from "./header.ts";
import { isSecret } from "./issues.ts";
import { MAX_HEADER_ROW } from "./options.ts";
import type { Column, Field } from "./table-fields.ts";

/** Rows with pictures in their cells are not kept in memory. */
const MAX_TOP_CHARACTERS = 4 * 1024 * 1024;
/** Rows shown from the top; more if the header row is lower. */
const FIRST_ROWS = 10;
const ROWS_BELOW_HEADER = 2;
const MAX_SAMPLES = 3;
/** Rows that are searched for samples. */
const MAX_SAMPLE_ROWS = 10_000;
/** Characters shown of a cell. */
const MAX_SHOWN = 200;
/** Sheets that are searched for a header row. */
const MAX_SEARCHED_SHEETS = 20;
const HIDDEN = "•••";

/** Reads the rows that may contain the header row. */
export async function splitRows(rows: AsyncGenerator<ReadRow, void>) {
  const top: ReadRow[] = [];
  let characters = 0;
  while ((top.at(-1)?.number ?? 0) < MAX_HEADER_ROW && characters < MAX_TOP_CHARACTERS) {
    const { value, done } = await rows.next();
    if (done === true) break;
    top.push(value);
    for (const cell of value.cells) if (typeof cell === "string") characters += cell.length;
  }
  return { top, rest: rows };
}

/** Chooses the sheet: the requested one, else the first whose header row names the most fields. Throws Invalid. */
export async function chooseSheet(
  table: OpenTable,
  known: readonly Column[],
  requested: string | null,
  chosen: ColumnChoices,
): Promise<string | null> {
  const first = table.sheetOf(requested);
  if (requested !== null || table.sheets === null || table.sheets.length < 2) return first;
  let best = { sheet: first, count: 1 };
  for (const sheet of table.sheets.slice(0, MAX_SEARCHED_SHEETS)) {
    const rows = table.rows(sheet, true);
    const { top } = await splitRows(rows);
    await rows.return();
    const count = Math.max(0, ...top.map((row) => countNamedFields(known, row, chosen)));
    if (count > best.count) best = { sheet, count };
  }
  return best.sheet;
}

/** Collects the layout of a table, with samples of its columns. */
export function collectLayout(known: readonly Column[], header: Header, top: readonly ReadRow[]) {
  const fields = new Map(
    header.columns.flatMap(({ index, joined = [index], field }) =>
      joined.map((one) => [one, field] as const),
    ),
  );
  const secret = new Set<number>();
  for (const [index, name] of header.headers.entries())
    if (isSecretName(known, name) || isSecret(known, fields.get(index) ?? null)) secret.add(index);
  const samples: string[][] = [];
  let width = Math.max(header.headers.length, 0, ...top.map(({ cells }) => cells.length));
  let rows = 0;

  return {
    isSecretColumn: (index: number) => secret.has(index),
    /** Collects samples from a row below the header. */
    addSamples({ cells }: ReadRow): void {
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
    /** Throws Invalid if a chosen column is in none of the rows. */
    assertColumnsExist(chosen: ReadonlyMap<number, Field | null>): void {
      const index = [...chosen.keys()].findIndex((column) => column >= width);
      if (index === -1) return;
      const message = msg("is not in the file. Use a number from 0 to {max}", { max: width - 1 });
      throw Invalid.field(`columns.${index}.column`, message);
    },
    needsSamples: () => rows < MAX_SAMPLE_ROWS,
    all(): Pick<TableLayout, "headerRow" | "firstRows" | "columns"> {
      const columns = Array.from({ length: width }, (_, column): FileColumn => {
        const field: Field | null = fields.get(column) ?? null;
        const name = header.headers[column] ?? "";
        return { column, letter: columnName(column), header: name, field, samples: samples[column] ?? [] };
      });
      return {
        headerRow: header.row,
        firstRows: firstRows(top, header.row, secret),
        // Sheets may have formats in empty columns beside the table.
        columns: columns.filter((one) => one.header !== "" || one.field !== null || one.samples.length > 0),
      };
    },
  };
}

const shown = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** The first rows as they are shown. `secret`: indexes of columns whose values are hidden. */
function firstRows(
  top: readonly ReadRow[],
  headerRow: number | null,
  secret: ReadonlySet<number>,
): TableLayout["firstRows"] {
  const last = Math.min(MAX_HEADER_ROW, Math.max(FIRST_ROWS, (headerRow ?? 0) + ROWS_BELOW_HEADER));
  const lastWithContent = Math.min(last, top.at(-1)?.number ?? 0);
  return Array.from({ length: lastWithContent }, (_, index) => {
    const row = top.find(({ number }) => number === index + 1);
    const isData = headerRow !== null && index + 1 > headerRow;
    const cells = Array.from(row?.cells ?? [], (cell, column) => {
      const text = cellText(cell);
      return isData && text !== "" && secret.has(column) ? HIDDEN : shown(text);
    });
    return { row: index + 1, cells };
  });
}

/** True if a header names a secret field. Such a column is never shown, whatever field is chosen for it. */
function isSecretName(known: readonly Column[], header: string): boolean {
  return known.some((column) => column.isSecret === true && nameKeysOf(column).includes(columnKey(header)));
}
