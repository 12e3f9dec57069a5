import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { TextShaper } from "./text-shaper.ts";

// The document: A4, margins, two weights of a font with all European letters, and the position of the next line.

const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const BOLD = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

export const MARGIN = 42;
/** Points between the margins. */
export const WIDTH = 595.28 - 2 * MARGIN;
const FOOT = 24;

export const INK = "#1a1a1a";
export const FAINT = "#6b6b6b";
export const RULE = "#b5b5b5";
export const SHADE = "#efefef";
export const LOSS = "#9c1c1c";

/** A document with the position of the next line and the number of the last page. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** The footer of a page, left and right. */
  readonly foot: (page: number) => readonly [string, string];
  /** Of the two weights. */
  readonly shapers: { readonly regular: TextShaper; readonly bold: TextShaper };
  y: number;
  page: number;
}

/** The style of text. Default: regular, 8 points, INK. */
interface TextStyle {
  readonly size?: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly align?: "left" | "right";
}

/** Creates a document with its first page. `madeDT` is its creation date: equal reports are equal files. */
export function makePaper(title: string, madeDT: string, foot: Paper["foot"]): Paper {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    info: { Title: title, Creator: "tallybox", Producer: "tallybox", CreationDate: new Date(madeDT) },
  });
  doc.registerFont("regular", REGULAR).registerFont("bold", BOLD);
  const shapers = {
    regular: new TextShaper(doc.font("regular")),
    bold: new TextShaper(doc.font("bold")),
  };
  const paper: Paper = { doc, foot, shapers, y: 0, page: 0 };
  turnPage(paper);
  return paper;
}

/** Begins a page. Earlier pages are not changed any more, so they take no memory. */
function turnPage(paper: Paper): void {
  const { doc } = paper;
  doc.addPage();
  paper.page++;
  paper.y = doc.page.height - MARGIN - 8;
  drawRule(paper);
  setStyle(paper, { size: 7, color: FAINT });
  const [left, right] = paper.foot(paper.page);
  doc.text(left, MARGIN, paper.y + 5, { width: WIDTH * 0.75, height: 10, ellipsis: true });
  doc.text(right, MARGIN + WIDTH - doc.widthOfString(right), paper.y + 5, { lineBreak: false });
  paper.y = MARGIN;
}

/** Sets the style of the next text; returns the line height in points. */
export function setStyle({ doc }: Paper, { size = 8, isBold = false, color = INK }: TextStyle = {}): number {
  doc.font(isBold ? "bold" : "regular", size).fillColor(color);
  return doc.currentLineHeight(true);
}

/** Begins a page unless this many points are left on the page. Returns true if it did. */
export function makeRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= paper.doc.page.height - MARGIN - FOOT) return false;
  turnPage(paper);
  return true;
}

/** Writes text over the whole width and moves below it. */
export function line(paper: Paper, text: string, style: TextStyle = {}, after = 2): void {
  const { doc } = paper;
  setStyle(paper, style);
  const height = doc.heightOfString(text, { width: WIDTH });
  makeRoom(paper, height);
  setStyle(paper, style);
  doc.text(text, MARGIN, paper.y, { width: WIDTH });
  paper.y += height + after;
}

/** Writes a heading, never alone at the end of a page. */
export function heading(paper: Paper, text: string): void {
  paper.y += 12;
  makeRoom(paper, 70);
  line(paper, text, { size: 11, isBold: true }, 4);
}

/** Draws a rule over the whole width. */
function drawRule(paper: Paper, color = RULE): void {
  const { doc, y } = paper;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
}

/** Indent of the values of facts and of signature lines, in points. */
export const INDENT = 90;

/** Writes a name and its value in one row. */
export function writeFact(paper: Paper, name: string, value: string): void {
  const { doc } = paper;
  setStyle(paper);
  const height = doc.heightOfString(value || "–", { width: WIDTH - INDENT });
  makeRoom(paper, height);
  setStyle(paper, { color: FAINT });
  doc.text(name, MARGIN, paper.y, { width: INDENT - 6 });
  setStyle(paper);
  doc.text(value || "–", MARGIN + INDENT, paper.y, { width: WIDTH - INDENT });
  paper.y += height + 3;
}
