import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { cornerOf, type LabelSheet, labelsOn, type SheetCode } from "../../domain/label-sheets.ts";
import { TextShaper } from "../../inventories/report/pdf/text-shaper.ts";
import { labelContent, type SheetLabel } from "./sheet-label.ts";

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
  const pen = {
    pageHeight: size[1],
    regular: new TextShaper(doc.font("regular")),
    bold: new TextShaper(doc.font("bold")),
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
    if (doc.readableLength >= PIECE_BYTES) yield doc.read(doc.readableLength);
  }
  doc.end();
  // The fonts follow.
  for await (const chunk of doc) yield Buffer.from(chunk);
}
