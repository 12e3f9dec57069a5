import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

// The paper: A4, its margins, two weights of a font that has every letter of Europe, and where the next line stands.

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

/** A document, where on its last page the next line stands, and which page that is. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** What stands at the foot of each page, with its number. */
  readonly foot: (page: number) => readonly [string, string];
  y: number;
  page: number;
}

/** How text looks; regular, 8 points, in ink unless said. */
export interface Look {
  readonly size?: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly align?: "left" | "right";
}

/** Paper with its first page; `madeDT` stands in the document, so that the same report is the same file. */
export function makePaper(title: string, madeDT: string, foot: Paper["foot"]): Paper {
  const doc = new PDFDocument({
    size: "A4",
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    info: { Title: title, Creator: "tallybox", Producer: "tallybox", CreationDate: new Date(madeDT) },
  });
  doc.registerFont("regular", REGULAR).registerFont("bold", BOLD);
  const paper: Paper = { doc, foot, y: 0, page: 0 };
  turnPage(paper);
  return paper;
}

/** A page that is begun is never touched again once the next one is: thousands of them take no memory. */
function turnPage(paper: Paper): void {
  const { doc } = paper;
  doc.addPage();
  paper.page++;
  paper.y = doc.page.height - MARGIN - 8;
  rule(paper);
  use(paper, { size: 7, color: FAINT });
  const [left, right] = paper.foot(paper.page);
  doc.text(left, MARGIN, paper.y + 5, { width: WIDTH * 0.75, height: 10, ellipsis: true });
  doc.text(right, MARGIN + WIDTH - doc.widthOfString(right), paper.y + 5, { lineBreak: false });
  paper.y = MARGIN;
}

/** Sets the look of what is written next; gives the height of one line. */
export function use({ doc }: Paper, { size = 8, isBold = false, color = INK }: Look = {}): number {
  doc.font(isBold ? "bold" : "regular", size).fillColor(color);
  return doc.currentLineHeight(true);
}

/** Begins another page unless there is room for this many points. True: it did. */
export function makeRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= paper.doc.page.height - MARGIN - FOOT) return false;
  turnPage(paper);
  return true;
}

/** Writes a line over the whole width, and goes on below it. */
export function line(paper: Paper, text: string, look: Look = {}, after = 2): void {
  const { doc } = paper;
  use(paper, look);
  const height = doc.heightOfString(text, { width: WIDTH });
  makeRoom(paper, height);
  use(paper, look);
  doc.text(text, MARGIN, paper.y, { width: WIDTH });
  paper.y += height + after;
}

/** A heading that does not stand alone at the end of a page. */
export function heading(paper: Paper, text: string): void {
  paper.y += 12;
  makeRoom(paper, 70);
  line(paper, text, { size: 11, isBold: true }, 4);
}

/** A rule over the whole width. */
export function rule(paper: Paper, color = RULE): void {
  const { doc, y } = paper;
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke();
}

/** Where the value of a fact, or the line to sign on, begins: points from the margin. */
export const INDENT = 90;

/** Writes a name, and its value beside it. */
export function fact(paper: Paper, name: string, value: string): void {
  const { doc } = paper;
  use(paper);
  const height = doc.heightOfString(value || "–", { width: WIDTH - INDENT });
  makeRoom(paper, height);
  use(paper, { color: FAINT });
  doc.text(name, MARGIN, paper.y, { width: INDENT - 6 });
  use(paper);
  doc.text(value || "–", MARGIN + INDENT, paper.y, { width: WIDTH - INDENT });
  paper.y += height + 3;
}
