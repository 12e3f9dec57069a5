import type { Readable } from "node:stream";
import { MAX_CELL_CHARACTERS, MAX_TABLE_COLUMNS } from "../limits.ts";
import { plainNumber } from "./cell.ts";
import {
  type ColumnRange,
  cellTooLong,
  isFilled,
  type ReadCell,
  type ReadRow,
  tooManyColumns,
} from "./source.ts";
import { codeText, type Workbook, type WorkbookParts } from "./workbook.ts";
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
  let currencies = new Map<number, string>();
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
        currencies = new Map();
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
          const currency = workbook.styles.currencies.get(cell.style);
          if (currency !== undefined && typeof content === "number") currencies.set(cell.column, currency);
        }
        next = cell.column + 1;
        cell = null;
      } else if (name === "row")
        rows.push({ ...fill(number, cells), ...(currencies.size > 0 && { currencies }) });
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
  const { dates, codes } = workbook.styles;
  if (dates.has(style)) return dateOf(number, workbook.isFrom1904);
  const format = codes.get(style);
  return format !== undefined && number >= 0 && Number.isInteger(number)
    ? codeText(format, plainNumber(number))
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

/** A range of merged cells: row numbers of the spreadsheet, columns from 0, all inclusive. */
interface MergedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly first: number;
  readonly last: number;
}

/** The merged ranges of a sheet by their first rows, then by their first columns. Merged ranges do not overlap in a right file. */
type MergedCells = ReadonlyMap<number, ReadonlyMap<number, MergedRange>>;

const MAX_RANGES = 200_000;
/** Maximum length of a matched tag. */
const MAX_TAG = 400;
const RANGE = /<(?:\w{1,20}:)?mergeCell\s[^<>]{0,300}?ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g;

/**
 * Finds the merged cells of a sheet, which are stored after all rows. Searches the unpacked text, because parsing the XML twice
 * would take twice as long. Ranges beyond the first 200 000 are ignored, and those that begin in the same cell as another one.
 */
export async function findMergedCells(sheet: Readable): Promise<MergedCells> {
  const found = new Map<number, Map<number, MergedRange>>();
  let count = 0;
  let text = "";
  for await (const bytes of chunksOf(sheet)) {
    // The pattern is ASCII only.
    text += bytes.toString("latin1");
    let end = 0;
    for (const match of text.matchAll(RANGE)) {
      end = match.index + match[0].length;
      if (++count > MAX_RANGES) continue;
      const [, from = "", firstRow, to = "", lastRow] = match;
      const first = columnIndex(from);
      if (first >= MAX_TABLE_COLUMNS) continue;
      const range = {
        firstRow: Number(firstRow),
        lastRow: Number(lastRow),
        first,
        last: Math.min(columnIndex(to), MAX_TABLE_COLUMNS - 1),
      };
      const inRow = found.get(range.firstRow) ?? new Map<number, MergedRange>();
      found.set(range.firstRow, inRow);
      if (!inRow.has(first)) inRow.set(first, range);
    }
    text = text.slice(Math.max(end, text.length - MAX_TAG));
  }
  return found;
}

async function* chunksOf(sheet: Readable): AsyncGenerator<Buffer, void> {
  try {
    for await (const bytes of sheet) yield bytes;
  } catch {
    // The archive's own error names offsets, which do not help people.
    throw damagedWorkbook();
  }
}

/** Returns a function that fills merged cells. Call it for each row with cells, in order. */
function fillMerged(merged: MergedCells): (number: number, cells: ReadCell[]) => ReadRow {
  /** By their first columns. */
  const open = new Map<number, { readonly range: MergedRange; readonly content: ReadCell }>();
  return (number, cells) => {
    if (merged.size === 0) return { number, cells };
    for (const [first, { range }] of open) if (range.lastRow < number) open.delete(first);
    const across: ColumnRange[] = [];
    if (cells.some(isFilled)) {
      for (const { range, content } of open.values()) {
        while (cells.length <= range.first) cells.push(null);
        cells[range.first] ??= content;
        if (range.last > range.first) across.push(range);
      }
    }
    for (const range of merged.get(number)?.values() ?? []) {
      if (open.has(range.first)) continue;
      if (range.last > range.first) across.push(range);
      const content = cells[range.first] ?? null;
      if (range.lastRow > number && content !== null) open.set(range.first, { range, content });
    }
    return { number, cells, ...(across.length > 0 && { merged: across }) };
  };
}

function columnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
