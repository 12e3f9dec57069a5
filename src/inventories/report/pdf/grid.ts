import {
  heading,
  INK,
  LOSS,
  MARGIN,
  makeRoom,
  type Paper,
  RULE,
  roomLeft,
  SHADE,
  setStyle,
  turnPage,
  writeContent,
} from "./paper.ts";
import { colorOperator, roundNumber, type ShapedText } from "./text-shaper.ts";

/** A column with its share of the width. Numbers are aligned right. */
export interface GridColumn {
  readonly title: string;
  readonly share: number;
  readonly isNumber?: boolean;
}

/** A cell: text, or lines. Negative numbers are red. */
export type GridCell = string | readonly string[];

/** A row: cells, or a highlighted row of sums. */
export type CellRow = readonly GridCell[] | { readonly sums: readonly GridCell[] };
/** A row, rows that stay on one page, or a title over the whole width, which stays with the next row. */
export type GridRow = CellRow | { readonly together: readonly CellRow[] } | { readonly title: string };

const PADDING = 3;
/** Points. A longer table begins where it is and goes on: on an empty page it would not fit either. */
const MAX_WHOLE = 400;

interface ColumnLayout {
  readonly column: GridColumn;
  readonly x: number;
  readonly width: number;
  /** The texts of the last plain row and their lines: units, currencies and counters repeat from row to row. */
  readonly last: { readonly text: string; readonly lines: readonly ShapedText[] }[];
}

/** The font of a row. */
type RowFont = ReturnType<typeof rowFont>;

const inkFill = colorOperator(INK, "rg");
const lossFill = colorOperator(LOSS, "rg");
const shadeFill = colorOperator(SHADE, "rg");
const ruleStroke = `${colorOperator(RULE, "RG")} 0.5 w`;

/** A table with its title. */
interface Grid {
  readonly title: string;
  readonly columns: readonly GridColumn[];
  readonly rows: Iterable<GridRow>;
  /** A table with few rows that stays on one page, if it fits. Default: false. */
  readonly isWhole?: boolean;
}

/**
 * Draws a table over as many pages as needed, with its head on each; yields after each row that began a page. Without rows it draws nothing.
 */
export function* drawGrid(paper: Paper, { title, columns, rows, isWhole = false }: Grid): Generator<void> {
  const columnLayouts = layOut(columns, paper.width);
  const whole = layOut([{ title: "", share: 1 }], paper.width);
  const [plain, bold] = [rowFont(paper, 7.5, false), rowFont(paper, 7.5, true)];
  let hasRows = false;
  let { page } = paper;
  let part: readonly (readonly ShapedText[])[] | null = null;
  let isNewPart = false;
  const head = headOf(paper, columnLayouts);
  const drawPart = () => {
    if (part !== null) drawLines(paper, whole, part, bold, () => {});
  };
  const drawHeads = () => {
    drawHead(paper, columnLayouts, head);
    drawPart();
  };
  const laidOut = (row: Exclude<GridRow, { readonly title: string }>) =>
    ("together" in row ? row.together : [row]).map((one) => {
      const [cells, font] = "sums" in one ? [one.sums, bold] : [one, plain];
      return { font, lines: cells.map((cell, index) => linesOf(cell, columnLayouts[index], font)) };
    });
  const heightOfAll = (laid: ReturnType<typeof laidOut>) =>
    laid.reduce((sum, { font, lines }) => sum + heightOf(lines, font), 0);
  const all = isWhole
    ? Array.from(rows).reduce((sum, row) => sum + ("title" in row ? 0 : heightOfAll(laidOut(row))), 0)
    : 0;
  for (const row of rows) {
    if ("title" in row) {
      part = [linesOf(row.title, whole[0], bold)];
      isNewPart = true;
      continue;
    }
    const laid = laidOut(row);
    const above = isNewPart && part !== null ? heightOf(part, bold) : 0;
    const height = above + heightOfAll(laid);
    if (!hasRows) {
      heading(paper, title, head.height + (all > MAX_WHOLE ? height : Math.max(height, all)));
      drawHeads();
    } else if (makeRoom(paper, height)) drawHeads();
    else if (isNewPart) drawPart();
    hasRows = true;
    isNewPart = false;
    for (const { lines, font } of laid) drawLines(paper, columnLayouts, lines, font, drawHeads);
    // Who reads the document has nothing to do before a page is whole.
    if (paper.page === page) continue;
    page = paper.page;
    yield;
  }
}

function rowFont(paper: Paper, size: number, isBold: boolean) {
  const shaper = isBold ? paper.shapers.bold : paper.shapers.regular;
  return { size, isBold, shaper, lineHeight: setStyle(paper, { size, isBold }) };
}

/** Draws the lines of a row's cells, over several pages where there is no room; `onPage` draws the heads where it begins a page. */
function drawLines(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  lines: readonly (readonly ShapedText[])[],
  font: RowFont,
  onPage: () => void,
): void {
  let rest = lines;
  while (heightOf(rest, font) > roomLeft(paper)) {
    const fitting = Math.max(1, Math.floor((roomLeft(paper) - 2 * PADDING) / font.lineHeight));
    drawFitting(
      paper,
      columnLayouts,
      rest.map((each) => each.slice(0, fitting)),
      font,
    );
    rest = rest.map((each) => each.slice(fitting));
    turnPage(paper);
    onPage();
  }
  drawFitting(paper, columnLayouts, rest, font);
}

/** Draws lines for which there is room, with a rule below them. */
function drawFitting(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  lines: readonly (readonly ShapedText[])[],
  font: RowFont,
): void {
  const height = heightOf(lines, font);
  if (font.isBold) shade(paper, height);
  const cells = drawnCells(paper, columnLayouts, lines, font);
  paper.y += height;
  const y = roundNumber(paper.doc.page.height - paper.y);
  writeContent(
    paper,
    `${cells} ${ruleStroke} ${MARGIN} ${y} m ${roundNumber(MARGIN + paper.width)} ${y} l S`,
  );
}

function layOut(columns: readonly GridColumn[], paperWidth: number): ColumnLayout[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  let x = MARGIN;
  return columns.map((column) => {
    const width = (column.share / shares) * paperWidth;
    const layout = { column, x: x + PADDING, width: width - 2 * PADDING, last: [] };
    x += width;
    return layout;
  });
}

/** The titles of the columns, laid out once for all pages. */
type GridHead = ReturnType<typeof headOf>;

function headOf(paper: Paper, columnLayouts: readonly ColumnLayout[]) {
  const font = rowFont(paper, 7, true);
  const titles = columnLayouts.map(({ column, width }) => breakLines(column.title, width, font));
  return { font, titles, height: heightOf(titles, font) };
}

function drawHead(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  { font, titles, height }: GridHead,
): void {
  shade(paper, height);
  writeContent(paper, drawnCells(paper, columnLayouts, titles, font));
  paper.y += height;
}

/** Shades the next points of the page. */
function shade(paper: Paper, height: number): void {
  const bottom = roundNumber(paper.doc.page.height - paper.y - height);
  writeContent(
    paper,
    `${shadeFill} ${MARGIN} ${bottom} ${roundNumber(paper.width)} ${roundNumber(height)} re f`,
  );
}

const heightOf = (cells: readonly (readonly ShapedText[])[], { lineHeight }: RowFont) =>
  Math.max(...cells.map((each) => each.length)) * lineHeight + 2 * PADDING;

/** The content of a row's cells in one piece: PDFKit's `text` takes ten times as long. It draws what has no operands. */
function drawnCells(
  paper: Paper,
  columnLayouts: readonly ColumnLayout[],
  cells: readonly (readonly ShapedText[])[],
  { size, isBold, shaper, lineHeight }: RowFont,
): string {
  const { doc } = paper;
  const baseLine = doc.page.height - paper.y - PADDING - (shaper.ascender / 1000) * size;
  const lines = Math.max(...cells.map((each) => each.length));
  const baseLines = Array.from({ length: lines }, (_, number) => roundNumber(baseLine - number * lineHeight));
  const font = shaper.useOnPage();
  let content = `${inkFill} BT /${font} ${size} Tf`;
  for (const [index, { column, x, width }] of columnLayouts.entries()) {
    for (const [number, { text, operands, width: textWidth }] of (cells[index] ?? []).entries()) {
      if (text.length === 0) continue;
      // A number that is too wide is written smaller: a part of it would be another number.
      const fitting = column.isNumber ? Math.min(size, (width * 1000) / textWidth) : size;
      const left = column.isNumber ? x + width - (textWidth / 1000) * fitting : x;
      const isLoss = column.isNumber && (text.startsWith("-") || text.startsWith("−"));
      if (operands === null) {
        setStyle(paper, { size: fitting, isBold, color: isLoss ? LOSS : INK });
        doc.text(text, left, paper.y + PADDING + number * lineHeight, { lineBreak: false });
        continue;
      }
      const at = `1 0 0 1 ${roundNumber(left)} ${baseLines[number]} Tm`;
      const drawn = `${at} [${operands}] TJ`;
      const colored = isLoss ? `${lossFill} ${drawn} ${inkFill}` : drawn;
      content +=
        fitting === size
          ? ` ${colored}`
          : ` /${font} ${roundNumber(fitting)} Tf ${colored} /${font} ${size} Tf`;
    }
  }
  return `${content} ET`;
}

/** The lines of a cell. */
function linesOf(cell: GridCell, layout: ColumnLayout | undefined, font: RowFont): readonly ShapedText[] {
  if (layout === undefined) return [];
  if (typeof cell === "string") return linesOfPart(cell, 0, layout, font);
  return cell.flatMap((part, index) => linesOfPart(part, index, layout, font));
}

/** The lines of a part of a cell. Heads and sums have another font, so they are no last text of a plain row. */
function linesOfPart(
  text: string,
  index: number,
  { column, width, last }: ColumnLayout,
  font: RowFont,
): readonly ShapedText[] {
  if (font.isBold) return layOutText(text, column, width, font);
  const before = last[index];
  if (before?.text === text) return before.lines;
  const lines = layOutText(text, column, width, font);
  last[index] = { text, lines };
  return lines;
}

const layOutText = (text: string, { isNumber }: GridColumn, width: number, font: RowFont) =>
  isNumber ? [font.shaper.shape(text)] : breakLines(text, width, font);

/** Space that a line shows as a single blank, or not at all. No-break spaces are letters. */
const OTHER_SPACE = /^\s|\s$|\s\s|[^\S \u00a0]/u;
const BLANKS = /[^\S\u00a0]+/u;

/** Breaks text into lines of a width: at blanks, and inside a word that is longer than a line. */
function breakLines(cell: string, width: number, { size, shaper }: RowFont): ShapedText[] {
  const widthOf = (text: string) => shaper.shape(text).width;
  const fits = (textWidth: number) => (textWidth / 1000) * size <= width;
  // Most texts need a single line, and no break.
  if (!OTHER_SPACE.test(cell)) {
    const whole = shaper.shape(cell);
    if (fits(whole.width)) return [whole];
  }
  const blank = widthOf(" ");
  const lines: string[] = [];
  // Null: nothing yet. To compare texts with an empty one, V8 would look each up among all names of the program.
  let line: string | null = null;
  let lineWidth = 0;
  for (const word of cell.trim().split(BLANKS)) {
    if (line !== null) {
      const longer = lineWidth + blank + widthOf(word);
      if (fits(longer)) {
        line = `${line} ${word}`;
        lineWidth = longer;
        continue;
      }
      lines.push(line);
    }
    line = word;
    lineWidth = widthOf(line);
    while (!fits(lineWidth)) {
      const rest: string = line;
      const end = largest(1, rest.length, (length) => fits(widthOf(rest.slice(0, length))));
      lines.push(rest.slice(0, end));
      line = rest.slice(end);
      lineWidth = widthOf(line);
    }
  }
  return [...lines, line ?? ""].map((text) => shaper.shape(text));
}

/** The largest whole number that fits; `low` is taken where none does. Smaller numbers than one that fits fit too. */
function largest(low: number, high: number, fits: (number: number) => boolean): number {
  if (low >= high) return low;
  const middle = Math.ceil((low + high) / 2);
  return fits(middle) ? largest(middle, high, fits) : largest(low, middle - 1, fits);
}
