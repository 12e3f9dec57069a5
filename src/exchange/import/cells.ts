import { type Message, msg } from "../../domain/message.ts";
import { fold } from "../../domain/text-folding.ts";
import { PIECE_WORDS, storedUnit } from "../../domain/units.ts";
import { LINE_BREAK } from "../../http/endpoint/fields.ts";
import { invalidFrom } from "../../http/endpoint/parse.ts";
import { LOCALE_CODES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { type Cell, plainNumber } from "../../platform/tables/cell.ts";
import type { ReadCell, ReadRow } from "../../platform/tables/source.ts";
import {
  formatPath,
  LEVEL_SEPARATORS,
  type LevelSeparator,
  MAX_PATH_LENGTH,
  parseLevels,
} from "./cell-texts.ts";
import { AMBIGUOUS_NUMBER, codeOf, issueValue, type ReportIssue, withReading } from "./issues.ts";
import type { Column, Field, HeaderColumn, ParsedCell, Row } from "./table-fields.ts";

/** Text. A number becomes decimal text without an exponent. */
export function asText(cell: Cell): ParsedCell {
  return { value: cellText(cell) };
}

/** Text of one line, such as a name. Lines of a cell are joined by a space. */
export function asLine(cell: Cell): ParsedCell {
  return { value: inOneLine(cellText(cell)) };
}

/** True for trimmed text of several lines that `parse` joins. */
export function joinsLines(parse: (cell: Cell) => ParsedCell, text: string): boolean {
  return (parse === asLine || PATH_PARSERS.includes(parse)) && LINE_BREAK.test(text);
}

function inOneLine(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** Text with significant leading zeros. A number is an error, because it has lost them. */
export function asDigits(cell: Cell): ParsedCell {
  if (typeof cell === "number") {
    return {
      error: msg("must be text, because a number loses its leading zeros"),
    };
  }
  return asText(cell);
}

/** The codes of currencies by their signs. A sign of several currencies means a known one of them, else the first. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  "Kč|Kc|korun|koruny|koruna": ["CZK"],
  "€": ["EUR"],
  "\\$": ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP"],
  "US\\$": ["USD"],
  "AU?\\$": ["AUD"],
  "CA?\\$": ["CAD"],
  "NZ\\$": ["NZD"],
  "£": ["GBP", "EGP", "GIP"],
  "[¥￥]": ["JPY", "CNY"],
  kr: ["SEK", "NOK", "DKK", "ISK"],
  zł: ["PLN"],
  Ft: ["HUF"],
  "S?Fr": ["CHF"],
};
const CODES = Object.values(CURRENCIES).flat();
const matchBeside = (units: string) =>
  new RegExp(`^(?:${units})\\.?(?=[\\s\\d.,-])|(?<=[\\s\\d.,–—-])(?:${units})\\.?$`, "giu");
const CURRENCY = matchBeside([...Object.keys(CURRENCIES), ...CODES].join("|"));
const SIGNS = Object.entries(CURRENCIES).map(
  ([signs, codes]) => [new RegExp(`^(?:${signs})$`, "iu"), codes] as const,
);
const UNIT = matchBeside(PIECE_WORDS);
/** Dashes in place of the decimals: `45 990,-`, `45.990,--`, `5 —`. A single hyphen after a number may be a minus. */
const NO_DECIMALS = /^(-?\d+|-?[1-9]\d{0,2}([ .,'])\d{3}(?:\2\d{3})*) ?(?:[.,] ?[-–—]{1,2}|--|[–—])$/;
/** Without groups: `1234,50`, `.5`. */
const PLAIN = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** Thousands with one separator, decimals with another: `1 234,50`. */
const GROUPED = /^-?[1-9]\d{0,2}([ .,'])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d*)?$/;

/** A number as `asNumber`, optionally with a currency: `45 990,-`, `2 350,00 Kč`, `CZK 12.50`. */
export function asPrice(cell: Cell): ParsedCell {
  return typeof cell === "string" ? asNumber(withoutUnit(cell, CURRENCY)) : asNumber(cell);
}

/**
 * The code of the currency of a price, or of a currency's name; null: none that is known.
 * @param known The codes that a sign of several currencies means first.
 */
export function currencyIn(text: string, known: readonly (string | null)[] = []): string | null {
  const trimmed = text.trim();
  const written = (trimmed.match(CURRENCY) ?? [trimmed]).map((one) => one.replace(/\.$/, ""));
  const code = written.map((one) => one.toUpperCase()).find((one) => CODES.includes(one));
  if (code !== undefined) return code;
  const codes = SIGNS.find(([signs]) => signs.test(written[0] ?? ""))?.[1] ?? [];
  return codes.find((one) => known.includes(one)) ?? codes[0] ?? null;
}

/** A number as `asNumber`, optionally with a unit of pieces: `1 ks`, `3 pcs`. */
export function asQuantity(cell: Cell): ParsedCell {
  return typeof cell === "string" ? asNumber(withoutUnit(cell, UNIT)) : asNumber(cell);
}

/** A unit. Pieces are none, as an empty cell. */
export function asUnit(cell: Cell): ParsedCell {
  return { value: storedUnit(inOneLine(cellText(cell))) ?? undefined };
}

function withoutUnit(text: string, unit: RegExp): string {
  const number = withPlainMarks(text.trim().replace(unit, ""));
  const integer = NO_DECIMALS.exec(number)?.[1];
  return integer === undefined ? number : integer.replace(/[^-\d]/g, "");
}

/** Normalises white space to single spaces and curved apostrophes to straight ones. */
function withPlainMarks(text: string): string {
  return text.trim().replace(/\s+/g, " ").replaceAll("’", "'").replace(/^- /, "-");
}

/** A number: `1 234,50`, `1,234.50`, `1234.5`. A date, or several numbers in one cell, is an error. */
export function asNumber(cell: Cell): ParsedCell {
  if (typeof cell === "number") return { value: Number(plainNumber(cell)) };
  const text = withPlainMarks(cellText(cell));
  // One separator before exactly three digits is ambiguous: thousands or decimals.
  if (/^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) {
    const plain = withReading(text, "asThousands");
    const exact = withReading(text, "asDecimals");
    return {
      error: msg("can be read in two ways. Write {plain} or {exact}", { plain, exact }),
      causeMessage: AMBIGUOUS_NUMBER,
    };
  }
  const mark = GROUPED.exec(text)?.[1];
  if (mark === undefined && !PLAIN.test(text)) return { error: msg("must be a number") };
  const digits = mark === undefined ? text : text.replaceAll(mark, "");
  return { value: Number(digits.replace(",", ".")) };
}

/** True for a number, optionally with a currency or unit, even if it is ambiguous. */
export function isNumberLike(text: string): boolean {
  return [asPrice(text), asQuantity(text)].some(
    (parsed) => "value" in parsed || parsed.causeMessage !== undefined,
  );
}

/** A truth value as the preview shows it. */
export const yesNo = (is: boolean): Message => (is ? msg("yes") : msg("no"));

const inLanguages = (is: boolean) => LOCALE_CODES.map((language) => fold(textIn(yesNo(is), language)));
const YES = ["true", "1", "y", "x", "a", "j", "pravda", "wahr"];
const NO = ["false", "0", "n", "nepravda", "falsch"];

/** Yes or no, in the languages of the product. */
export function asFlag(cell: Cell): ParsedCell {
  if (typeof cell === "boolean") return { value: cell };
  const text = fold(cellText(cell));
  if (YES.includes(text) || inLanguages(true).includes(text)) return { value: true };
  if (NO.includes(text) || inLanguages(false).includes(text)) return { value: false };
  return { error: msg("must be yes or no") };
}

const CZECH_DAY = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/;

/** Days as spreadsheets count them, from 1954 to 2119: a shorter or longer number is none. */
const SERIAL_DAY = /^[2-7]\d{4}(?:\.\d+)?$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_SERIAL_DAY = Date.UTC(1899, 11, 30);

/** A day: `2026-11-23`, with a time after it, `23. 11. 2026`, or as a spreadsheet counts it, `46349`. */
export function asDay(cell: Cell): ParsedCell {
  const text = cellText(cell);
  if (SERIAL_DAY.test(text)) {
    const at = new Date(FIRST_SERIAL_DAY + Math.floor(Number(text)) * DAY_MS);
    return { value: at.toISOString().slice(0, 10) };
  }
  const [, day = "", month = "", year = ""] = CZECH_DAY.exec(text) ?? [];
  if (year !== "") return { value: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` };
  return { value: text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, "$1") };
}

/** A list separated by commas or semicolons. */
export function asList(cell: Cell): ParsedCell {
  const entries = cellText(cell).split(/[,;]/);
  return { value: entries.map((entry) => entry.trim()).filter((entry) => entry !== "") };
}

const pathParser =
  (separator: LevelSeparator) =>
  (cell: Cell): ParsedCell => {
    const text = inOneLine(cellText(cell));
    if (text.length > MAX_PATH_LENGTH) return { error: msg("is too long") };
    return { value: parseLevels(text, separator) };
  };

/** Functions that read a location as names, from the root down, by the separator of its levels. */
const PATHS = Object.fromEntries(LEVEL_SEPARATORS.map((name) => [name, pathParser(name)])) as Readonly<
  Record<LevelSeparator, (cell: Cell) => ParsedCell>
>;
const PATH_PARSERS = Object.values(PATHS);

/** A location path as names, from the root down. */
export const asPath = PATHS.slash;

/** The columns of a file whose locations have this separator. */
export function withLevels(columns: readonly HeaderColumn[], separator: LevelSeparator): HeaderColumn[] {
  return columns.map((column) => (column.parse === asPath ? { ...column, parse: PATHS[separator] } : column));
}

/** A location with its levels separated by slashes. Null: those of this column are, or it holds none. */
export function withSlashes({ parse }: Column, cell: ReadCell): string | null {
  if (parse === asPath || !PATH_PARSERS.includes(parse)) return null;
  const parsed = parse(cellText(cell));
  return "error" in parsed ? null : formatPath(parsed.value as string[]);
}

const FAILED = msg("contains a formula with an error");
const NOT_CALCULATED = msg(
  "contains a formula without its value. Open the file in a spreadsheet and save it",
);

/** A cell as text; an empty cell gives an empty text. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "object") return cell.failed;
  if (typeof cell === "number") return plainNumber(cell);
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return cell.trim();
}

/** The row with the values of columns of one field joined in the first of them. */
export function joinCells(columns: readonly HeaderColumn[], row: ReadRow): ReadRow {
  if (columns.every(({ joined }) => joined === undefined)) return row;
  const cells = [...row.cells];
  for (const { index, joined = [], joint } of columns) {
    const filled = joined.map((one) => row.cells[one]).filter((cell) => cellText(cell) !== "");
    const failed = filled.find((cell) => typeof cell === "object");
    if (filled.length > 0) cells[index] = failed ?? filled.map(cellText).join(joint);
  }
  return { ...row, cells };
}

/** Checks the cells of a row by the rules of their fields. Reports an issue for each wrong cell. */
export function readRow(
  columns: readonly HeaderColumn[],
  { number, cells }: ReadRow,
  report: ReportIssue,
): Row {
  const values: Partial<Record<Field, unknown>> = {};
  const invalid: Field[] = [];
  for (const column of columns) {
    const cell = cells[column.index] ?? null;
    if (cell === null || (typeof cell === "string" && cell.trim() === "")) continue;
    const isFailed = typeof cell === "object";
    const failed = isFailed && cell.failed === "" ? NOT_CALCULATED : FAILED;
    const checked = isFailed ? { error: failed } : parsed(column, column.parse(cell));
    if ("error" in checked) {
      const { field, isSecret } = column;
      invalid.push(field);
      const { error, causeMessage } = checked;
      report({
        field,
        kind: "invalid",
        message: error,
        code: codeOf(causeMessage ?? error),
        ...(causeMessage !== undefined && { causeMessage }),
        ...(isSecret !== true && { value: issueValue(cellText(cell)) }),
      });
    } else if (checked.value !== undefined) values[column.field] = checked.value;
  }
  // Each value is the output of its field's schema.
  return { number, values: values as Row["values"], invalid };
}

/** Parses a text as the value of a field. */
export function parseText(
  columns: readonly Column[],
  field: Field,
  text: string,
): { error: Message } | { value: unknown } {
  const column = columns.find((one) => one.field === field);
  if (column === undefined) throw new Error(`the table has no ${field}`);
  return parsed(column, column.parse(text));
}

function parsed(
  { schema }: Column,
  input: ParsedCell,
): { error: Message; causeMessage?: Message } | { value: unknown } {
  if ("error" in input) return input;
  const result = schema.safeParse(input.value, { reportInput: true });
  if (result.success) return { value: result.data };
  return { error: invalidFrom(result.error).reason };
}
