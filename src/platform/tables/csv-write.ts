import { Readable } from "node:stream";
import { type Cell, plainNumber, type Table } from "./cell.ts";
import { toChunks } from "./chunks.ts";

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
  // Also what separates in other files: texts then can't make another separator likelier than this one. Numbers never have it.
  const isSpecial = (text: string) => /[,;\t"\r\n]|^\s|\s$/.test(text);
  const quoted = (text: string) => (isSpecial(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const shown = (cell: Cell) => {
    const text = textOf(cell, separator);
    return typeof cell === "string" ? quoted(text) : text;
  };
  const lineOf = (cells: readonly Cell[]) => cells.map(shown).join(separator) + LINE_END;
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

/** The separators of CSV files, by name. */
export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t" } as const;
/** The name of a CSV separator. */
export type SeparatorName = keyof typeof SEPARATORS;
export const SEPARATOR_NAMES = ["comma", "semicolon", "tab"] as const satisfies readonly SeparatorName[];

// A spreadsheet that opens a CSV file runs text that begins like a formula (OWASP, "CSV injection"). A leading apostrophe
// makes it text. Text with apostrophes before such a beginning gets one more, so that removing one always restores the text.
// Full-width signs are used with Japanese keyboards. Text that reads like a formula error is escaped too.

const LIKE_FORMULA = /^'*([=+\-@\t\r\n＝＋－＠]|#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$)/;
const FAILED = /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/;

/** Escapes text that a spreadsheet would read as a formula. */
export function escapeFormula(text: string): string {
  return LIKE_FORMULA.test(text) ? `'${text}` : text;
}

/** Reverses `escapeFormula`. Other text stays the same. */
export function unescapeFormula(text: string): string {
  return text.startsWith("'") && LIKE_FORMULA.test(text) ? text.slice(1) : text;
}

/** True for the error text that a spreadsheet shows for a failed formula. */
export function isFailedFormula(text: string): boolean {
  return FAILED.test(text);
}
