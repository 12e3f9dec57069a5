// How the products write CSV: which values they quote, the line ends and the byte order mark.

export type Written = string | number | boolean | null;
/** Records by the headers of their values. */
export type Records = readonly Readonly<Record<string, Written>>[];
type Rows = readonly (readonly Written[])[];

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const textOf = (value: Written) => (value === null ? "" : String(value));

/** Every value in quotation marks: Shelf (CRLF) and Odoo (`csv.QUOTE_ALL`, CRLF). */
export function allQuoted(rows: Rows): string {
  return rows.map((row) => row.map((value) => quote(textOf(value))).join(",")).join("\r\n");
}

/** Values in quotation marks only where needed: encoding/csv of Go (LF), tablib (CRLF). */
export function quotedWhereNeeded(rows: Rows, lineEnd: "\n" | "\r\n"): string {
  const cell = (text: string) => (/[",\r\n]|^ /.test(text) ? quote(text) : text);
  return rows.map((row) => `${row.map((value) => cell(textOf(value))).join(",")}${lineEnd}`).join("");
}

/** `fputcsv` of PHP after a byte order mark: values with blanks are quoted too, LF. Formulas get a backtick (Snipe-IT). */
export function putCsv(rows: Rows): string {
  const marked = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `\`${text}` : text);
  const cell = (text: string) => (/[",\\\s]/.test(text) ? quote(text) : text);
  return `\uFEFF${rows.map((row) => `${row.map((value) => cell(marked(textOf(value)))).join(",")}\n`).join("")}`;
}

/** The rows of records whose columns are named; the first row has the headers. */
export function rowsOf(headers: readonly string[], records: Records): Rows {
  return [headers, ...records.map((record) => headers.map((header) => record[header] ?? ""))];
}
