import { read } from "node:fs";
import { promisify } from "node:util";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { MAX_TABLE_CHARACTERS, MAX_TABLE_COLUMNS } from "../limits.ts";
import { csvRows, type TextReading } from "./csv-read.ts";
import { isFilled, type ReadCell, type ReadRow, tooManyColumns, unreadableFile } from "./source.ts";
import { openParts, openWorkbook, sheetOf } from "./workbook.ts";
import { findMergedCells, xlsxRows } from "./xlsx-read.ts";
import { damagedWorkbook } from "./xml.ts";

const DETECT: TextReading = { encoding: null, separator: null, onDetected() {} };
/** Maximum rows of a table, as many as a sheet has. */
const MAX_TABLE_ROWS = 1_048_576;

const ZIP = Buffer.from("PK\u0003\u0004");
/** Excel's format before 2007, and of workbooks with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** An open table: a CSV file or a workbook. */
export interface OpenTable {
  /** The names of the visible sheets; null for CSV. */
  readonly sheets: readonly string[] | null;
  /** The requested sheet; null: the first visible one. Throws Invalid at the path `sheet`. */
  sheetOf(name: string | null): string | null;
  /**
   * The rows of a sheet (null: the first visible one), without rows that are empty or blank. CSV cells are text; XLSX cells are text, numbers,
   * flags, or dates as ISO days. Throws Invalid. `isGlance`: skips merged cells, which are stored at the end of a sheet.
   */
  rows(sheet: string | null, isGlance?: boolean): AsyncGenerator<ReadRow, void>;
}

/**
 * Opens a CSV file (UTF-8, UTF-16 with a byte order mark or Windows-1250; comma, semicolon or tab; all detected) or an XLSX
 * workbook by its descriptor, which stays open. The content decides the format. `text` requests how to read a CSV file and
 * receives how it was read. Only a workbook's shared strings and merged cells are kept in memory. Throws Invalid at the path
 * `file`: no table, damaged, unpacks to too much, too many rows or columns.
 */
export async function openTable(descriptor: number, text: TextReading = DETECT): Promise<OpenTable> {
  if ((await headOf(descriptor)).equals(OLE)) {
    throw unreadableFile(
      msg("The file is in the old XLS format or has a password. Save it as XLSX or CSV without a password."),
    );
  }
  if (!(await isArchive(descriptor))) return textTable(() => csvRows(descriptor, text));
  const parts = await openParts(descriptor);
  const workbook = await openWorkbook(parts);
  return {
    sheets: workbook.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    sheetOf: (name) => sheetOf(workbook, name).name,
    async *rows(name, isGlance = false) {
      const { path } = sheetOf(workbook, name);
      if (path === undefined) throw damagedWorkbook();
      const merged = isGlance ? new Map() : await findMergedCells(await parts.open(path));
      yield* filledRows(xlsxRows(parts, workbook, path, merged));
    },
  };
}

/** True for a ZIP archive, such as a workbook. */
export async function isArchive(descriptor: number): Promise<boolean> {
  return (await headOf(descriptor)).equals(ZIP);
}

async function headOf(descriptor: number): Promise<Buffer> {
  const head = Buffer.alloc(4);
  await promisify(read)(descriptor, head, 0, 4, 0);
  return head;
}

/** A table without sheets, within the limits of tables. */
export function textTable(rows: () => AsyncIterable<ReadRow>): OpenTable {
  return { sheets: null, sheetOf: noSheetOf, rows: () => filledRows(rows()) };
}

function noSheetOf(name: string | null): null {
  if (name === null) return null;
  throw Invalid.field("sheet", msg("must be absent: a CSV file has no sheets"));
}

async function* filledRows(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow, void> {
  let characters = 0;
  for await (const row of rows) {
    if (row.number > MAX_TABLE_ROWS) {
      throw unreadableFile(
        msg("The table has more than {max} rows.", {
          max: MAX_TABLE_ROWS,
        }),
      );
    }
    const last = row.cells.findLastIndex((cell) => cell !== null && cell !== "");
    if (last >= MAX_TABLE_COLUMNS) throw tooManyColumns();
    characters += charactersIn(row.cells);
    if (characters > MAX_TABLE_CHARACTERS) {
      throw unreadableFile(
        msg("The table has more than {max} characters. Split it.", { max: MAX_TABLE_CHARACTERS }),
      );
    }
    if (row.cells.some(isFilled)) yield row;
  }
}

/** Number of characters of a row. A shared string counts in each cell that uses it. */
function charactersIn(cells: readonly ReadCell[]): number {
  let count = 0;
  for (const cell of cells) if (typeof cell === "string") count += cell.length;
  return count;
}
