import { read } from "node:fs";
import { promisify } from "node:util";
import { say } from "../words.ts";
import { csvRows, type TextReading } from "./csv-read.ts";
import { type ReadRow, unreadable } from "./source.ts";
import { xlsxRows } from "./xlsx-read.ts";

const AS_FOUND: TextReading = { encoding: null, separator: null, tell() {} };
/** Rows that are read, the first of them included: as many as a sheet has. */
export const MOST_ROWS = 1_048_576;
/** Columns that are read. */
export const MOST_COLUMNS = 256;

const ZIP = Buffer.from("PK\u0003\u0004");
/** What Excel wrote before 2007, and what it writes with a password. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * The rows of a CSV file (UTF-8, UTF-16 with a byte order mark, Windows-1250; comma, semicolon or tab: found by themselves)
 * or of a sheet of an XLSX workbook, read from an open file whose descriptor stays open: the one of this name, else the first that is not hidden. Which of the two it is tells
 * the content. Cells of CSV are text; those of XLSX text, numbers, flags, and dates as ISO days. Rows without content are
 * left out. `text` says how a CSV file is to be read, and is told how it was. Memory stays flat but for a workbook's shared
 * texts. Throws Invalid at the path `file` (or `sheet`) with what
 * is wrong: no table, damaged, unpacking to more than it may, too many rows or columns.
 */
export async function* readTable(
  descriptor: number,
  sheet: string | null,
  text: TextReading = AS_FOUND,
): AsyncGenerator<ReadRow, void> {
  const head = Buffer.alloc(4);
  await promisify(read)(descriptor, head, 0, 4, 0);
  if (head.equals(OLE)) {
    throw unreadable(
      say(
        "is an old Excel file, or has a password; save it as XLSX or CSV without one",
        "je starý soubor Excelu nebo má heslo; uložte jej bez hesla jako XLSX nebo CSV",
      ),
    );
  }
  for await (const row of head.equals(ZIP) ? xlsxRows(descriptor, sheet) : csvRows(descriptor, text)) {
    if (row.number > MOST_ROWS)
      throw unreadable(say(`has more than ${MOST_ROWS} rows`, `má více než ${MOST_ROWS} řádků`));
    const last = row.cells.findLastIndex((cell) => cell !== null && cell !== "");
    if (last >= MOST_COLUMNS)
      throw unreadable(say(`has more than ${MOST_COLUMNS} columns`, `má více než ${MOST_COLUMNS} sloupců`));
    if (last >= 0) yield row;
  }
}
