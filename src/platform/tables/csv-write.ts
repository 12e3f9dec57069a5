import { Readable } from "node:stream";
import { type Cell, plainNumber, type Table } from "./cell.ts";
import { toChunks } from "./chunks.ts";
import { escapeFormula } from "./csv-format.ts";

/** The separator of a CSV file. */
export type Separator = "," | ";" | "\t";

export const CSV_TYPE = "text/csv; charset=utf-8";

// Without it Excel reads UTF-8 as the system's code page.
const BYTE_ORDER_MARK = "\ufeff";
// RFC 4180, 2.1
const LINE_END = "\r\n";

/**
 * Streams the table as a CSV file (RFC 4180), UTF-8 with a byte order mark. With `;` decimals have a comma, because
 * spreadsheets split at semicolons in locales with decimal commas. Flags are TRUE and FALSE. Text that looks like a formula is
 * escaped (formula.ts); negative numbers stay numbers.
 */
export function csvFile({ columns, rows }: Pick<Table, "columns" | "rows">, separator: Separator): Readable {
  const isSpecial = (text: string) => text.includes(separator) || /["\r\n]|^\s|\s$/.test(text);
  const quoted = (text: string) => (isSpecial(text) ? `"${text.replaceAll('"', '""')}"` : text);
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
  if (typeof cell === "string") return escapeFormula(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  // 1.234 can be read with a thousands separator, 1.2340 can't.
  const text = plainNumber(cell).replace(/\.\d{3}$/, "$&0");
  return separator === ";" ? text.replace(".", ",") : text;
}
