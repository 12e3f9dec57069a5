import {
  drawRule,
  heading,
  INK,
  LOSS,
  MARGIN,
  makeRoom,
  type Paper,
  SHADE,
  setStyle,
  WIDTH,
} from "./paper.ts";

/** A column with its share of the width. Numbers are aligned right. */
export interface GridColumn {
  readonly title: string;
  readonly share: number;
  readonly isNumber?: boolean;
}

/** A cell: text, or lines. Negative numbers are red. */
export type GridCell = string | readonly string[];

const PADDING = 3;
/** Longer texts end with an ellipsis. */
const MAX_LINES = 2;

interface ColumnLayout {
  readonly column: GridColumn;
  readonly x: number;
  readonly width: number;
  /** Cache of broken lines by text: locations and names repeat. */
  readonly cached: Map<string, readonly string[]>;
}
const MAX_CACHED = 5000;

/** A table with its title. */
export interface Grid {
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: Iterable<readonly GridCell[]>;
  /** The highlighted last row. */
  readonly total?: readonly GridCell[];
}

/** Draws a table over as many pages as needed, with its head on each. Without rows it draws nothing. */
export function drawGrid(paper: Paper, { title, columns, rows, total }: Grid): void {
  const columnLayouts = layOut(columns);
  let hasRows = false;
  for (const row of rows) {
    if (!hasRows) {
      heading(paper, title);
      drawHead(paper, columnLayouts);
      hasRows = true;
    }
    drawRow(paper, columnLayouts, row, false);
  }
  if (total) drawRow(paper, columnLayouts, total, true);
}

function drawRow(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  row: readonly GridCell[],
  isTotal: boolean,
): void {
  const style = { size: 7.5, isBold: isTotal };
  const lineHeight = setStyle(paper, style);
  const lines = row.map((cell, index) => linesOf(paper, cell, columnLayouts[index], isTotal));
  const height = Math.max(...lines.map((each) => each.length)) * lineHeight + 2 * PADDING;
  if (makeRoom(paper, height)) drawHead(paper, columnLayouts);
  if (isTotal) paper.doc.rect(MARGIN, paper.y, WIDTH, height).fill(SHADE);
  setStyle(paper, style);
  for (const [index, layout] of columnLayouts.entries())
    drawCell(paper, layout, lines[index] ?? [], lineHeight);
  paper.y += height;
  drawRule(paper);
}

function layOut(columns: readonly GridColumn[]): ColumnLayout[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = MARGIN;
  return columns.map((column) => {
    const width = (column.share / shares) * WIDTH;
    const layout = { column, x: x + PADDING, width: width - 2 * PADDING, cached: new Map() };
    x += width;
    return layout;
  });
}

function drawHead(paper: Paper, columnLayouts: readonly ColumnLayout[]): void {
  const lineHeight = setStyle(paper, { size: 7, isBold: true });
  const titles = columnLayouts.map((layout) => linesOf(paper, layout.column.title, layout, true));
  const height = Math.max(...titles.map((each) => each.length)) * lineHeight + 2 * PADDING;
  // Keep the head together with a first row.
  makeRoom(paper, height + 30);
  paper.doc.rect(MARGIN, paper.y, WIDTH, height).fill(SHADE);
  setStyle(paper, { size: 7, isBold: true });
  for (const [index, layout] of columnLayouts.entries())
    drawCell(paper, layout, titles[index] ?? [], lineHeight);
  paper.y += height;
}

function drawCell(
  { doc, y }: Paper,
  { column, x, width }: ColumnLayout,
  lines: readonly string[],
  height: number,
): void {
  for (const [index, text] of lines.entries()) {
    if (text === "") continue;
    const left = column.isNumber ? x + width - doc.widthOfString(text) : x;
    if (column.isNumber && /^[-−]/.test(text)) doc.fillColor(LOSS);
    doc.text(text, left, y + PADDING + index * height, { lineBreak: false });
    doc.fillColor(INK);
  }
}

/** The lines of a cell in the current font. `isOnce`: not cached, for another font than the column. */
function linesOf(
  paper: Paper,
  cell: GridCell,
  layout: ColumnLayout | undefined,
  isOnce: boolean,
): readonly string[] {
  if (layout === undefined) return [];
  if (typeof cell !== "string") return cell.flatMap((part) => linesOf(paper, part, layout, isOnce));
  if (isOnce) return breakLines(paper, cell, layout.width);
  const known = layout.cached.get(cell);
  if (known) return known;
  const lines = breakLines(paper, cell, layout.width);
  if (layout.cached.size >= MAX_CACHED) layout.cached.clear();
  layout.cached.set(cell, lines);
  return lines;
}

/** Breaks text into lines of a width, at blanks if possible. Longer text ends with an ellipsis. */
function breakLines({ doc }: Paper, cell: string, width: number): string[] {
  const text = cell.replace(/\s+/gu, " ").trim();
  const fits = (part: string) => doc.widthOfString(part) <= width;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let rest = text;
  while (rest !== "" && lines.length < MAX_LINES) {
    const isLast = lines.length === MAX_LINES - 1;
    const end = endOf(rest, (part) => fits(isLast && part !== rest ? `${part}…` : part));
    const cut = rest.slice(0, end).trimEnd();
    rest = rest.slice(end).trimStart();
    lines.push(isLast && rest !== "" ? `${cut}…` : cut);
  }
  return lines;
}

/** The end of the longest prefix that fits: at a blank, or inside a word longer than the line. */
function endOf(text: string, fits: (part: string) => boolean): number {
  let [low, high] = [1, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  if (low === text.length) return low;
  const blank = text.lastIndexOf(" ", low);
  return blank > 0 ? blank : low;
}
