import { Readable } from "node:stream";
import { type Cell, plainNumber, type Table } from "./cell.ts";
import { withoutFormula } from "./formula.ts";
import { toChunks } from "./pieces.ts";

/** What stands between the cells of a line. */
export type Separator = "," | ";" | "\t";

export const CSV_TYPE = "text/csv; charset=utf-8";

// Without it Excel takes UTF-8 for the machine's code page.
const BYTE_ORDER_MARK = "\ufeff";
// RFC 4180, 2.1
const LINE_END = "\r\n";

/**
 * The table as a CSV file (RFC 4180), UTF-8 with a byte order mark, made as it is read. After `;` decimals have a comma:
 * a spreadsheet that splits at semicolons does so because its comma is taken. Flags are TRUE and FALSE. No text is run by a
 * spreadsheet (formula.ts); numbers stay numbers, below zero too.
 */
export function csvFile({ columns, rows }: Pick<Table, "columns" | "rows">, separator: Separator): Readable {
  const special = new RegExp(`["\r\n${separator}]|^\\s|\\s$`);
  const quoted = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lineOf = (cells: readonly Cell[]) =>
    cells.map((cell) => quoted(textOf(cell, separator))).join(separator) + LINE_END;
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + lineOf(columns.map(({ title }) => title));
    for await (const row of rows) yield lineOf(row);
  }
  return Readable.from(toChunks(lines()), { objectMode: true, highWaterMark: 1 });
}

function textOf(cell: Cell, separator: Separator): string {
  if (cell === null) return "";
  if (typeof cell === "string") return withoutFormula(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  // 1.234 may be read as a thousand and some; 1.2340 may not.
  const text = plainNumber(cell).replace(/\.\d{3}$/, "$&0");
  return separator === ";" ? text.replace(".", ",") : text;
}
