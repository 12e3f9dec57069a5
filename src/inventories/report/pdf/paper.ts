import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { layOutByDirections } from "../../../platform/pdf/font-layout.ts";
import { Compressors } from "./compressors.ts";
import { colorOperator, roundNumber, TextShaper } from "./text-shaper.ts";

// The document: A4, margins, two weights of a font with all European letters, numbered pages, and the position of the next line.

const fonts = createRequire(import.meta.url);
const REGULAR = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
const BOLD = fonts.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf");

export const MARGIN = 42;
const FOOT = 24;
/** Points for the number of all pages, behind that of the page. */
const TOTAL_WIDTH = 26;
const FOOT_SIZE = 7;
/** Pages that are compressed at once, beside the one that is drawn. */
const LAST_PAGES = 2;

export const INK = "#1a1a1a";
export const FAINT = "#6b6b6b";
export const RULE = "#b5b5b5";
export const SHADE = "#efefef";
export const LOSS = "#9c1c1c";

/** A document with the position of the next line and the number of the last page. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** Points between the margins. */
  readonly width: number;
  /** What each page shows as the number of all pages: it is known and written last. */
  readonly total: PdfObject;
  /** The footer of a page: left, right, and below. */
  readonly foot: (page: number) => readonly [left: string, right: string, below?: string];
  /** The contents of the last ended pages, oldest first, while other threads compress them. */
  readonly ended: { readonly content: PageContent; readonly compressed: Promise<Buffer> }[];
  readonly compressors: Compressors;
  /** Of the two weights. */
  readonly shapers: { readonly regular: TextShaper; readonly bold: TextShaper };
  y: number;
  page: number;
}

/** An object of the document, such as a drawing. Others may refer to it before it has content. */
interface PdfObject {
  write(content: Buffer): void;
  end(): void;
}

/** The content of a page, which `finalize` writes. PDFKit's `end` compresses it first. */
interface PageContent extends PdfObject {
  readonly data: Record<string, unknown>;
  buffer: Uint8Array[];
  compress: boolean;
  finalize(): void;
}

/** What PDFKit's types do not declare. */
interface PdfKitState {
  readonly page: {
    /** Written when the next page begins. */
    readonly dictionary: { data: object };
    readonly xobjects: Record<string, unknown>;
    readonly content: PageContent;
  };
  readonly _root: { readonly data: Record<string, unknown> };
  ref(dictionary: object): PdfObject;
  addNamedEmbeddedFile(name: string, specification: object): void;
}

/** The style of text. Default: regular, 8 points, INK. */
interface TextStyle {
  readonly size?: number;
  readonly isBold?: boolean;
  readonly color?: string;
  readonly align?: "left" | "right";
}

/**
 * Creates a document with its first page. `madeDT` is its creation date: equal reports are equal files. End it with `endPaper`.
 */
export function makePaper(
  title: string,
  madeDT: string,
  foot: Paper["foot"],
  layout: "portrait" | "landscape" = "portrait",
): Paper {
  const doc = new PDFDocument({
    size: "A4",
    layout,
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    autoFirstPage: false,
    info: { Title: title, Creator: "tallybox", Producer: "tallybox", CreationDate: new Date(madeDT) },
  });
  doc.registerFont("regular", REGULAR).registerFont("bold", BOLD);
  const shaperOf = (weight: keyof Paper["shapers"]) => {
    layOutByDirections(doc.font(weight));
    return new TextShaper(doc);
  };
  const shapers = { regular: shaperOf("regular"), bold: shaperOf("bold") };
  const width = (layout === "portrait" ? 595.28 : 841.89) - 2 * MARGIN;
  const fonts = shapers.regular.resource();
  const total = stateOf(doc).ref({
    Type: "XObject",
    Subtype: "Form",
    BBox: [0, -3, TOTAL_WIDTH, 9],
    Resources: { Font: fonts },
  });
  const paper: Paper = {
    doc,
    width,
    total,
    foot,
    ended: [],
    compressors: new Compressors(),
    shapers,
    y: 0,
    page: 0,
  };
  turnPage(paper);
  return paper;
}

/** Writes the number of pages, and ends the document. */
export async function endPaper(paper: Paper): Promise<void> {
  const { doc, page, shapers, total } = paper;
  const { operands } = shapers.regular.shape(String(page));
  const [font = ""] = Object.keys(shapers.regular.resource());
  total.write(
    Buffer.from(`BT ${colorOperator(FAINT, "rg")} /${font} ${FOOT_SIZE} Tf [${operands}] TJ ET`, "latin1"),
  );
  total.end();
  doc.end();
  await writeEnded(paper, 0);
  paper.compressors.close();
}

/** Writes the contents of ended pages but the last ones. Waiting for a page, not for time, makes equal reports equal files. */
export async function writeEnded({ ended }: Paper, last = LAST_PAGES): Promise<void> {
  for (const { content, compressed } of ended.splice(0, ended.length - last)) {
    content.buffer = [await compressed];
    content.data["Filter"] = "FlateDecode";
    content.compress = false;
    content.finalize();
  }
}

/** The state of a document that PDFKit's types do not declare. */
export const stateOf = (doc: PDFKit.PDFDocument): PdfKitState => doc as unknown as PdfKitState;

/** Begins a page. Earlier pages are not changed any more, so they take no memory. */
export function turnPage(paper: Paper): void {
  const { doc } = paper;
  const last = paper.page === 0 ? null : stateOf(doc).page;
  doc.addPage();
  // The list of pages keeps the number of its object. With what it says of itself a page would take 6 KB.
  if (last !== null) last.dictionary.data = {};
  const { content } = stateOf(doc).page;
  content.end = () => {
    const compressed = paper.compressors.compress(Buffer.concat(content.buffer));
    paper.ended.push({ content, compressed });
  };
  paper.page++;
  paper.y = doc.page.height - MARGIN - 8;
  drawRule(paper);
  const [left, right, below = ""] = paper.foot(paper.page);
  const number = paper.shapers.regular.shape(`${right} / `);
  const end = MARGIN + paper.width - TOTAL_WIDTH;
  // The number of all pages is drawn last: in the text of the page it follows that of the page.
  drawFoot(paper, below, MARGIN, 15);
  drawFoot(paper, left, MARGIN, 5);
  drawFoot(paper, number.text, end - (number.width / 1000) * FOOT_SIZE, 5);
  stateOf(doc).page.xobjects["Total"] = paper.total;
  writeContent(paper, `1 0 0 1 ${roundNumber(end)} ${roundNumber(footBase(paper, 5))} cm /Total Do`);
  paper.y = MARGIN;
}

/** The base line of a text so many points below the rule of the foot, from the bottom of the page. */
function footBase({ doc, y, shapers }: Paper, below: number): number {
  return doc.page.height - y - below - (shapers.regular.ascender / 1000) * FOOT_SIZE;
}

/** Draws a text of the foot. PDFKit lays out only those that do not fit: for each page it takes as long as ten rows. */
function drawFoot(paper: Paper, text: string, x: number, below: number): void {
  const { doc, width, y, shapers } = paper;
  const shaped = shapers.regular.shape(text);
  if (shaped.operands === null || (shaped.width / 1000) * FOOT_SIZE > width * 0.75) {
    setStyle(paper, { size: FOOT_SIZE, color: FAINT });
    doc.text(text, x, y + below, { width: width * 0.75, height: 10, ellipsis: true });
    return;
  }
  const at = `${roundNumber(x)} ${roundNumber(footBase(paper, below))}`;
  const font = `/${shapers.regular.useOnPage()} ${FOOT_SIZE} Tf`;
  writeContent(paper, `${colorOperator(FAINT, "rg")} BT ${font} ${at} Td [${shaped.operands}] TJ ET`);
}

/** Adds content in the coordinates of PDF, from the bottom of the page. PDFKit's are from the top. */
export function writeContent({ doc }: Paper, content: string): void {
  doc.addContent(Buffer.from(`q 1 0 0 -1 0 ${doc.page.height} cm ${content} Q\n`, "latin1"));
}

/** Sets the style of the next text; returns the line height in points. */
export function setStyle({ doc }: Paper, { size = 8, isBold = false, color = INK }: TextStyle = {}): number {
  doc.font(isBold ? "bold" : "regular", size).fillColor(color);
  return doc.currentLineHeight(true);
}

/** Points that are left on the page. */
export const roomLeft = ({ doc, y }: Paper): number => doc.page.height - MARGIN - FOOT - y;

/** Begins a page unless this many points are left on the page. Returns true if it did. */
export function makeRoom(paper: Paper, height: number): boolean {
  if (height <= roomLeft(paper)) return false;
  turnPage(paper);
  return true;
}

/** Writes text over the whole width and moves below it. */
export function line(paper: Paper, text: string, style: TextStyle = {}, after = 2): void {
  const { doc, width } = paper;
  setStyle(paper, style);
  const height = doc.heightOfString(text, { width });
  makeRoom(paper, height);
  setStyle(paper, style);
  doc.text(text, MARGIN, paper.y, { width });
  paper.y += height + after;
}

/** Writes a heading, never alone at the end of a page. `below`: the points that follow on the same page. */
export function heading(paper: Paper, text: string, below = 40): void {
  paper.y += 12;
  makeRoom(paper, 30 + below);
  line(paper, text, { size: 11, isBold: true }, 4);
}

/** Draws a rule over the whole width. */
function drawRule(paper: Paper): void {
  const y = roundNumber(paper.doc.page.height - paper.y);
  const end = roundNumber(MARGIN + paper.width);
  writeContent(paper, `${colorOperator(RULE, "RG")} 0.5 w ${MARGIN} ${y} m ${end} ${y} l S`);
}

/** Indent of the values of facts, in points. */
export const INDENT = 120;

/** What is higher continues in another fact: PDFKit would turn the page by itself, without its foot. */
const MAX_FACT = 200;
const LIST = "; ";

/** Writes a name and its value in one row; a long list in several. */
export function writeFact(paper: Paper, name: string, value: string): void {
  const { doc, width } = paper;
  setStyle(paper);
  const room = { width: INDENT - 6 };
  const height = Math.max(
    doc.heightOfString(value || "–", { width: width - INDENT }),
    doc.heightOfString(name, room),
  );
  const parts = value.split(LIST);
  if (height > MAX_FACT && parts.length > 1) {
    const half = Math.ceil(parts.length / 2);
    writeFact(paper, name, parts.slice(0, half).join(LIST));
    writeFact(paper, "", parts.slice(half).join(LIST));
    return;
  }
  makeRoom(paper, height);
  setStyle(paper, { color: FAINT });
  doc.text(name, MARGIN, paper.y, room);
  setStyle(paper);
  doc.text(value || "–", MARGIN + INDENT, paper.y, { width: width - INDENT });
  paper.y += height + 3;
}
