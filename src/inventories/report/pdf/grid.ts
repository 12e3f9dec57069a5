import { heading, INK, LOSS, MARGIN, makeRoom, type Paper, RULE, SHADE, setStyle, WIDTH } from "./paper.ts";
import { colorOperator, roundNumber, type ShapedText, type TextShaper } from "./text-shaper.ts";

/** A column with its share of the width. Numbers are aligned right. */
interface GridColumn {
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
  readonly cached: Map<string, readonly ShapedText[]>;
}
const MAX_CACHED = 5000;

/** The font of a row. */
interface RowFont {
  readonly size: number;
  readonly isBold: boolean;
  readonly shaper: TextShaper;
  readonly lineHeight: number;
}

const inkFill = colorOperator(INK, "rg");
const lossFill = colorOperator(LOSS, "rg");
const ruleStroke = `${colorOperator(RULE, "RG")} 0.5 w`;

/** A table with its title. */
interface Grid {
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: Iterable<readonly GridCell[]>;
  /** The highlighted last row. */
  readonly total?: readonly GridCell[];
}

/**
 * Draws a table over as many pages as needed, with its head on each; yields after each row. Without rows it draws nothing.
 */
export function* drawGrid(paper: Paper, { title, columns, rows, total }: Grid): Generator<void> {
  const columnLayouts = layOut(columns);
  const font = rowFont(paper, 7.5, false);
  let hasRows = false;
  for (const row of rows) {
    if (!hasRows) {
      heading(paper, title);
      drawHead(paper, columnLayouts);
      hasRows = true;
    }
    drawRow(paper, columnLayouts, row, font);
    yield;
  }
  if (total) drawRow(paper, columnLayouts, total, rowFont(paper, 7.5, true));
}

function rowFont(paper: Paper, size: number, isBold: boolean): RowFont {
  const shaper = isBold ? paper.shapers.bold : paper.shapers.regular;
  return { size, isBold, shaper, lineHeight: setStyle(paper, { size, isBold }) };
}

function drawRow(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  row: readonly GridCell[],
  font: RowFont,
): void {
  const lines = row.map((cell, index) => linesOf(cell, columnLayouts[index], font));
  const height = Math.max(...lines.map((each) => each.length)) * font.lineHeight + 2 * PADDING;
  if (makeRoom(paper, height)) drawHead(paper, columnLayouts);
  if (font.isBold) paper.doc.rect(MARGIN, paper.y, WIDTH, height).fill(SHADE);
  const cells = drawnCells(paper, columnLayouts, lines, font);
  paper.y += height;
  const y = roundNumber(paper.doc.page.height - paper.y);
  writeContent(paper, `${cells} ${ruleStroke} ${MARGIN} ${y} m ${roundNumber(MARGIN + WIDTH)} ${y} l S`);
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
  const font = rowFont(paper, 7, true);
  const titles = columnLayouts.map((layout) => linesOf(layout.column.title, layout, font));
  const height = Math.max(...titles.map((each) => each.length)) * font.lineHeight + 2 * PADDING;
  // Keep the head together with a first row.
  makeRoom(paper, height + 30);
  paper.doc.rect(MARGIN, paper.y, WIDTH, height).fill(SHADE);
  writeContent(paper, drawnCells(paper, columnLayouts, titles, font));
  paper.y += height;
}

/** The content of a row's cells in one piece: PDFKit's `text` takes ten times as long. It draws what has no operands. */
function drawnCells(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  cells: readonly (readonly ShapedText[])[],
  { size, isBold, shaper, lineHeight }: RowFont,
): string {
  const { doc } = paper;
  const baseLine = doc.page.height - paper.y - PADDING - (shaper.ascender / 1000) * size;
  let content = `${inkFill} BT /${shaper.useOnPage()} ${size} Tf`;
  for (const [index, { column, x, width }] of columnLayouts.entries()) {
    for (const [number, { text, operands, width: textWidth }] of (cells[index] ?? []).entries()) {
      if (text === "") continue;
      const left = column.isNumber ? x + width - (textWidth / 1000) * size : x;
      const isLoss = column.isNumber && /^[-−]/.test(text);
      if (operands === null) {
        setStyle(paper, { size, isBold, color: isLoss ? LOSS : INK });
        doc.text(text, left, paper.y + PADDING + number * lineHeight, { lineBreak: false });
        continue;
      }
      const at = `1 0 0 1 ${roundNumber(left)} ${roundNumber(baseLine - number * lineHeight)} Tm`;
      content += isLoss ? ` ${lossFill} ${at} [${operands}] TJ ${inkFill}` : ` ${at} [${operands}] TJ`;
    }
  }
  return `${content} ET`;
}

/** Adds content in the coordinates of PDF, from the bottom of the page. PDFKit's are from the top. */
function writeContent({ doc }: Paper, content: string): void {
  doc.addContent(Buffer.from(`q 1 0 0 -1 0 ${doc.page.height} cm ${content} Q\n`, "latin1"));
}

/** The lines of a cell. Only those of plain rows are cached: heads and totals have another font. */
function linesOf(cell: GridCell, layout: ColumnLayout | undefined, font: RowFont): readonly ShapedText[] {
  if (layout === undefined) return [];
  if (typeof cell !== "string") return cell.flatMap((part) => linesOf(part, layout, font));
  if (font.isBold) return breakLines(cell, layout.width, font);
  const known = layout.cached.get(cell);
  if (known) return known;
  const lines = breakLines(cell, layout.width, font);
  if (layout.cached.size >= MAX_CACHED) layout.cached.clear();
  layout.cached.set(cell, lines);
  return lines;
}

/** Breaks text into lines of a width, at blanks if possible. Longer text ends with an ellipsis. */
function breakLines(cell: string, width: number, { size, shaper }: RowFont): ShapedText[] {
  const text = cell.replace(/\s+/gu, " ").trim();
  const fits = (part: ShapedText) => (part.width / 1000) * size <= width;
  const whole = shaper.shape(text);
  if (fits(whole)) return [whole];
  const lines: ShapedText[] = [];
  let rest = text;
  while (rest !== "" && lines.length < MAX_LINES) {
    const isLast = lines.length === MAX_LINES - 1;
    const end = endOf(rest, (part) => fits(shaper.shape(isLast && part !== rest ? `${part}…` : part)));
    const cut = rest.slice(0, end).trimEnd();
    rest = rest.slice(end).trimStart();
    lines.push(shaper.shape(isLast && rest !== "" ? `${cut}…` : cut));
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
