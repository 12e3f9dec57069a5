import { MAX_CELL_CHARACTERS, MAX_TABLE_COLUMNS } from "../limits.ts";
import { plainNumber } from "./cell.ts";
import { fillMerged, type MergedCells } from "./merged-cells.ts";
import type { WorkbookParts } from "./parts.ts";
import { cellTooLong, type ReadCell, type ReadRow, tooManyColumns } from "./source.ts";
import type { Workbook } from "./workbook.ts";
import { damagedWorkbook, readXml } from "./xml.ts";
import { textOfCell } from "./xml-text.ts";

/** The cell in progress. */
interface Open {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  isFormula: boolean;
  hasValue: boolean;
}

const MAX_COLUMN = 16_384;

/**
 * The rows of the sheet at this path, without empty rows. A cell merged down is repeated in each merged row with its own
 * content; cells merged across are listed in `merged`. Throws as `openTable`.
 */
export async function* xlsxRows(
  parts: WorkbookParts,
  workbook: Workbook,
  sheet: string,
  mergedCells: MergedCells,
): AsyncGenerator<ReadRow, void> {
  const fill = fillMerged(mergedCells);
  const rows: ReadRow[] = [];
  let number = 0;
  let cells: ReadCell[] = [];
  let next = 0;
  let cell: Open | null = null;
  let text = "";
  let isIn = false;
  let isPhonetic = false;
  const reading = readXml(await parts.open(sheet), {
    opened(name, attributes) {
      if (name === "v" || name === "t") isIn = !isPhonetic;
      if (cell !== null && name === "f") cell.isFormula = true;
      else if (cell !== null && name === "v") cell.hasValue = true;
      else if (name === "c") {
        const column = columnOf(attributes["r"]) ?? next;
        const style = Number(attributes["s"] ?? 0);
        cell = { column, type: attributes["t"] ?? "n", style, isFormula: false, hasValue: false };
        text = "";
      } else if (name === "row") {
        number = numberOf(attributes["r"], number);
        cells = [];
        next = 0;
      } else if (name === "rPh") isPhonetic = true;
    },
    closed(name) {
      if (name === "c" && cell !== null) {
        const content = contentOf(cell, text, workbook);
        // Sheets may have formats in cells far beyond the content.
        if (content !== null) {
          if (cell.column >= MAX_TABLE_COLUMNS) throw tooManyColumns();
          while (cells.length < cell.column) cells.push(null);
          cells[cell.column] = content;
        }
        next = cell.column + 1;
        cell = null;
      } else if (name === "row") rows.push(fill(number, cells));
      else if (name === "rPh") isPhonetic = false;
      isIn = false;
    },
    text(chunk) {
      if (!isIn) return;
      text += chunk;
      if (text.length > MAX_CELL_CHARACTERS) throw cellTooLong();
    },
  });
  for await (const _ of reading) {
    yield* rows;
    rows.length = 0;
  }
}

/** The row number. Rows are in order; a row without a number follows the previous one. */
function numberOf(attribute: string | undefined, previous: number): number {
  const number = attribute === undefined ? previous + 1 : Number(attribute);
  if (!Number.isSafeInteger(number) || number <= previous) throw damagedWorkbook();
  return number;
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | null {
  if (reference === undefined) return null;
  let column = 0;
  for (const sign of reference) {
    const value = sign.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  if (column === 0 || column > MAX_COLUMN) throw damagedWorkbook();
  return column - 1;
}

function contentOf({ type, style, isFormula, hasValue }: Open, text: string, workbook: Workbook): ReadCell {
  // Written by programs that do not calculate.
  if (isFormula && !hasValue) return { failed: "" };
  if (text === "") return null;
  if (type === "s") return workbook.sharedTexts[Number(text)] ?? null;
  if (type === "b") return text === "1";
  if (type === "e") return { failed: text };
  if (type !== "n") return textOfCell(text);
  const number = Number(text);
  if (!Number.isFinite(number)) throw damagedWorkbook();
  const { dates, digits } = workbook.styles;
  if (dates.has(style)) return dateOf(number, workbook.isFrom1904);
  const width = digits.get(style);
  // A number format with leading zeros marks a code: restore the zeros.
  return width !== undefined && number >= 0 && Number.isInteger(number)
    ? plainNumber(number).padStart(width, "0")
    : number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);
/** Spreadsheets treat 1900 as a leap year: day 60 is 29 February 1900, which did not exist. */
const FALSE_LEAP_DAY = 60;
const LAST_DAY = 2_958_465;

/** Converts a spreadsheet date to ISO 8601, with the time if it has one. A number out of range stays a number. */
function dateOf(serial: number, isFrom1904: boolean): string | number {
  if (serial < 1 || serial > LAST_DAY) return serial;
  const days = !isFrom1904 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const iso = new Date(
    (isFrom1904 ? FROM_1904 : FROM_1900) + Math.round(days * 86_400) * (DAY_MS / 86_400),
  ).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19);
}
