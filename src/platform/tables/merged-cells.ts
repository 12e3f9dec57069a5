import type { Readable } from "node:stream";
import { MAX_TABLE_COLUMNS } from "../limits.ts";
import type { ColumnRange, ReadCell, ReadRow } from "./source.ts";
import { damagedWorkbook } from "./xml.ts";

/** A range of merged cells: row numbers of the spreadsheet, columns from 0, all inclusive. */
interface MergedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly first: number;
  readonly last: number;
}

/** The merged ranges of a sheet by their first rows, then by their first columns. Merged ranges do not overlap in a right file. */
export type MergedCells = ReadonlyMap<number, ReadonlyMap<number, MergedRange>>;

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
export function fillMerged(merged: MergedCells): (number: number, cells: ReadCell[]) => ReadRow {
  /** By their first columns. */
  const open = new Map<number, { readonly range: MergedRange; readonly content: ReadCell }>();
  return (number, cells) => {
    if (merged.size === 0) return { number, cells };
    for (const [first, { range }] of open) if (range.lastRow < number) open.delete(first);
    const across: ColumnRange[] = [];
    if (cells.some((cell) => cell !== null && cell !== "")) {
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
