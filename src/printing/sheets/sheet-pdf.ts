import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { cornerOf, type LabelSheet, labelsOn, type SheetCode } from "../../domain/label-sheets.ts";
import { roundNumber, type ShapedText, TextShaper } from "../../inventories/report/pdf/text-shaper.ts";
import { layOutByDirections } from "../../platform/pdf/font-layout.ts";
import { codeModules, type Modules } from "../layouts/codes.ts";

// Labels on sheets as a PDF, page by page.

const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const BOLD = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");
const POINTS_A_MM = 72 / 25.4;
const PIECE_BYTES = 64 * 1024;

/** How labels are put on sheets. */
export interface SheetOptions {
  readonly sheet: LabelSheet;
  readonly code: SheetCode;
  /** The first free label of the first sheet, from 1. */
  readonly start: number;
  readonly title: string;
  /** ISO 8601. */
  readonly madeDT: string;
}

/** The labels as a PDF, in pieces that are made as they are read. A page is finished before the next begins. */
export async function* sheetPdf(
  labels: Iterable<SheetLabel>,
  options: SheetOptions,
): AsyncGenerator<Buffer, void> {
  const { sheet, code, start, title, madeDT } = options;
  const size: [number, number] = [sheet.page.width * POINTS_A_MM, sheet.page.height * POINTS_A_MM];
  const info = { Title: title, Creator: "tallybox", Producer: "tallybox", CreationDate: new Date(madeDT) };
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false, info });
  doc.registerFont("regular", REGULAR).registerFont("bold", BOLD);
  const shaperOf = (weight: string) => {
    layOutByDirections(doc.font(weight));
    return new TextShaper(doc);
  };
  const pen: Pen = {
    pageHeight: size[1],
    regular: shaperOf("regular"),
    bold: shaperOf("bold"),
    drawLater: [],
  };
  const [width, height] = [sheet.label.width * POINTS_A_MM, sheet.label.height * POINTS_A_MM];
  doc.addPage();
  let place = start - 1;
  for (const label of labels) {
    if (place === labelsOn(sheet)) {
      doc.addPage();
      place = 0;
    }
    const { x, y } = cornerOf(sheet, place++);
    const box = { x: x * POINTS_A_MM, y: y * POINTS_A_MM, width, height };
    // In the coordinates of PDF, from the bottom of the page; nothing is drawn outside of the label.
    const clip = `${box.x} ${size[1] - box.y - height} ${width} ${height} re W n`;
    const content = labelContent(pen, box, label, code);
    doc.addContent(Buffer.from(`q 1 0 0 -1 0 ${size[1]} cm 0 g ${clip} ${content} Q\n`, "latin1"));
    drawTexts(doc, pen, box);
    if (doc.readableLength >= PIECE_BYTES) yield doc.read(doc.readableLength);
  }
  doc.end();
  // The fonts follow.
  for await (const chunk of doc) yield Buffer.from(chunk);
}

// One label on a sheet: its texts and its code, as content of a PDF page. Lengths in points, from the upper left corner.

/** What a label shows. */
export interface SheetLabel {
  readonly name: string;
  readonly code: string;
  /** Path of a location, or location of an article. */
  readonly detail: string;
}

/** A rectangle on the page. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The fonts of a document, and the texts of a label that have no operands: PDFKit must draw them. */
interface Pen {
  readonly pageHeight: number;
  readonly regular: TextShaper;
  readonly bold: TextShaper;
  readonly drawLater: {
    readonly text: string;
    readonly isBold: boolean;
    readonly size: number;
    readonly x: number;
    readonly y: number;
  }[];
}

/** Draws the texts that PDFKit must draw, within the label. */
function drawTexts(doc: PDFKit.PDFDocument, { drawLater }: Pen, { x, y, width, height }: Box): void {
  const texts = drawLater.splice(0);
  if (texts.length === 0) return;
  doc.save().rect(x, y, width, height).clip().fillColor("black");
  for (const { text, isBold, size, ...at } of texts)
    doc.font(isBold ? "bold" : "regular", size).text(text, at.x, at.y, { lineBreak: false });
  doc.restore();
}

const PADDING = 2 * POINTS_A_MM;
/** The narrowest bar that scanners read at arm's length. */
const LEAST_MODULE = 0.19 * POINTS_A_MM;
/** Share of the width that a two-dimensional code takes at most. */
const MAX_SQUARE = 0.45;
/** Of the height of the label, and limits in points. */
const NAME_SIZE = { share: 0.13, least: 6, most: 16 };
const SMALL_SIZE = { share: 0.085, least: 5, most: 10 };

const sizeOf = ({ share, least, most }: typeof NAME_SIZE, height: number) =>
  Math.min(most, Math.max(least, height * share));

/** The content of a label. A code that bars can't show, or not legibly, becomes a QR code. */
function labelContent(pen: Pen, box: Box, label: SheetLabel, wanted: SheetCode): string {
  const inner = {
    x: box.x + PADDING,
    y: box.y + PADDING,
    width: box.width - 2 * PADDING,
    height: box.height - 2 * PADDING,
  };
  const bars = wanted === "code128" ? barsFor(label.code, inner.width) : null;
  if (bars !== null) return besideBars(pen, inner, label, bars);
  const square = codeModules(wanted === "datamatrix" ? "datamatrix" : "qr", label.code);
  const side = Math.min(inner.height, inner.width * MAX_SQUARE);
  if (typeof square === "string") return texts(pen, inner, label);
  const rest = { ...inner, x: inner.x + side + PADDING, width: inner.width - side - PADDING };
  const middle = { x: inner.x, y: inner.y + (inner.height - side) / 2, width: side, height: side };
  return modules(pen, middle, square.modules, square.quiet) + texts(pen, rest, label);
}

/** Bars with modules that are wide enough; null: there are none. */
function barsFor(code: string, width: number): Modules | null {
  const found = codeModules("code128", code);
  if (typeof found === "string") return null;
  return width / (found.modules.width + 2 * found.quiet) >= LEAST_MODULE ? found.modules : null;
}

const BARS_QUIET = 10;

function besideBars(pen: Pen, inner: Box, label: SheetLabel, bars: Modules): string {
  const high = inner.height * 0.42;
  const small = sizeOf(SMALL_SIZE, inner.height) * 1.2;
  const above = { ...inner, height: inner.height - high - small };
  const of = { x: inner.x, y: inner.y + inner.height - high - small, width: inner.width, height: high };
  const under = { ...inner, y: of.y + high, height: small };
  const code = line(pen.regular, label.code, inner.width, sizeOf(SMALL_SIZE, inner.height));
  return (
    texts(pen, above, { ...label, code: "" }, inner.height) +
    modules(pen, of, bars, BARS_QUIET) +
    written(pen, pen.regular, code, under, sizeOf(SMALL_SIZE, inner.height), "middle")
  );
}

/** The name in at most two lines, the detail and the code under it; in the middle of the height. */
function texts(pen: Pen, box: Box, { name, detail, code }: SheetLabel, whole = box.height): string {
  const [large, small] = [sizeOf(NAME_SIZE, whole), sizeOf(SMALL_SIZE, whole)];
  const rows = [
    ...lines(pen.bold, name, box.width, large).map((text) => ({ shaper: pen.bold, text, size: large })),
    ...[lineOfEnd(pen.regular, detail, box.width, small), line(pen.regular, code, box.width, small)]
      .filter(({ text }) => text !== "")
      .map((text) => ({ shaper: pen.regular, text, size: small })),
  ];
  const fitting = rows.filter((_, at) => heightOf(rows.slice(0, at + 1)) <= box.height);
  let y = box.y + (box.height - heightOf(fitting)) / 2;
  return fitting
    .map(({ shaper, text, size }) => {
      const row = { ...box, y, height: size * LINE };
      y += size * LINE;
      return written(pen, shaper, text, row, size, "left");
    })
    .join("");
}

const LINE = 1.2;
const heightOf = (rows: readonly { readonly size: number }[]) =>
  rows.reduce((sum, { size }) => sum + size * LINE, 0);

const widthOf = (text: ShapedText, size: number) => (text.width / 1000) * size;

/** A text in two lines at most, broken at a blank. */
function lines(shaper: TextShaper, text: string, width: number, size: number): ShapedText[] {
  const whole = shaper.shape(text);
  if (widthOf(whole, size) <= width) return [whole];
  const blanks = [...text.matchAll(/ /g)].map(({ index }) => index).reverse();
  const at = blanks.find((blank) => widthOf(shaper.shape(text.slice(0, blank)), size) <= width);
  if (at === undefined) return [line(shaper, text, width, size)];
  return [shaper.shape(text.slice(0, at)), line(shaper, text.slice(at + 1), width, size)];
}

/** A text in one line; a longer one ends with an ellipsis. */
function line(shaper: TextShaper, text: string, width: number, size: number): ShapedText {
  return cut(shaper, text, width, size, (length) => `${text.slice(0, length).toWellFormed().trimEnd()}…`);
}

/** The same with the end of a longer text, which tells more of a path. */
function lineOfEnd(shaper: TextShaper, text: string, width: number, size: number): ShapedText {
  return cut(shaper, text, width, size, (length) => `…${text.slice(text.length - length).toWellFormed()}`);
}

function cut(
  shaper: TextShaper,
  text: string,
  width: number,
  size: number,
  shortened: (length: number) => string,
): ShapedText {
  const whole = shaper.shape(text);
  if (widthOf(whole, size) <= width) return whole;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (widthOf(shaper.shape(shortened(middle)), size) <= width) low = middle;
    else high = middle - 1;
  }
  return shaper.shape(shortened(low));
}

/** One line of text, in the middle of the height of its box. Empty where PDFKit must draw it. */
function written(
  pen: Pen,
  shaper: TextShaper,
  text: ShapedText,
  { x, y, width, height }: Box,
  size: number,
  align: "left" | "middle",
): string {
  const left = align === "left" ? x : x + (width - widthOf(text, size)) / 2;
  const ascent = (shaper.ascender / 1000) * size;
  const down = y + (height - size) / 2 + ascent * 0.93;
  if (text.operands === null) {
    pen.drawLater.push({ text: text.text, isBold: shaper === pen.bold, size, x: left, y: down - ascent });
    return "";
  }
  const font = shaper.useOnPage();
  return `BT /${font} ${roundNumber(size)} Tf ${roundNumber(left)} ${roundNumber(pen.pageHeight - down)} Td [${text.operands}] TJ ET\n`;
}

/** The modules of a code in the middle of a box, as filled rectangles: one for each run of dark modules. */
function modules(pen: Pen, box: Box, { width, height, isDark }: Modules, quiet: number): string {
  const module = box.width / (width + 2 * quiet);
  const side = height === null ? module : Math.min(module, box.height / (height + 2 * quiet));
  const left = box.x + (box.width - width * side) / 2;
  const rows = height ?? 1;
  const high = height === null ? box.height : side;
  const top = height === null ? box.y : box.y + (box.height - height * side) / 2;
  let content = "";
  for (let y = 0; y < rows; y++) {
    const bottom = roundNumber(pen.pageHeight - top - (y + 1) * high);
    for (let x = 0; x < width; x++) {
      if (!isDark(x, y)) continue;
      const start = x;
      while (x + 1 < width && isDark(x + 1, y)) x++;
      content += `${roundNumber(left + start * side)} ${bottom} ${roundNumber((x + 1 - start) * side)} ${roundNumber(high)} re\n`;
    }
  }
  return `${content}f\n`;
}
