import { deflateSync } from "node:zlib";
import bwip from "bwip-js";
import PDFDocument from "pdfkit";
import { cornerOf, type LabelSheet, labelsOn } from "../../../src/domain/label-sheets.ts";

// The least work that gives such labels: the library's code, its modules in a picture or a PDF, one line of text in a PDF.

interface Matrix {
  readonly pixs: ArrayLike<number>;
  readonly pixx: number;
  readonly pixy: number;
}
const encoder = bwip as unknown as { raw(options: object): readonly [Matrix] };
const qr = (text: string) => encoder.raw({ bcid: "qrcode", text, eclevel: "M" })[0];

/** A picture of so many dots with one QR code, deflated as a PNG is, as base64. */
export function bareLabel(code: string, width: number, height: number, dots: number): string {
  const { pixs, pixx, pixy } = qr(code);
  const rowBytes = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < pixy * dots; y++)
    for (let x = 0; x < pixx * dots; x++) {
      if (pixs[Math.floor(y / dots) * pixx + Math.floor(x / dots)] !== 1) continue;
      const at = y * rowBytes + 1 + (x >> 3);
      rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  return deflateSync(rows).toString("base64");
}

const POINTS_A_MM = 72 / 25.4;

/** A PDF with a QR code and its text for each code; its size in bytes. */
export async function bareSheet(codes: readonly string[], sheet: LabelSheet): Promise<number> {
  const size: [number, number] = [sheet.page.width * POINTS_A_MM, sheet.page.height * POINTS_A_MM];
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false });
  const read = bytesOf(doc);
  for (const [index, code] of codes.entries()) {
    const place = index % labelsOn(sheet);
    if (place === 0) doc.addPage();
    const { x, y } = cornerOf(sheet, place);
    const { pixs, pixx, pixy } = qr(code);
    const module = (sheet.label.height * POINTS_A_MM) / (pixy + 8);
    for (let row = 0; row < pixy; row++)
      for (let column = 0; column < pixx; column++)
        if (pixs[row * pixx + column] === 1)
          doc.rect(x * POINTS_A_MM + column * module, y * POINTS_A_MM + row * module, module, module);
    doc.fill();
    doc
      .fontSize(8)
      .text(code, (x + sheet.label.width / 2) * POINTS_A_MM, y * POINTS_A_MM, { lineBreak: false });
  }
  doc.end();
  return read;
}

async function bytesOf(doc: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of doc) bytes += chunk.length;
  return bytes;
}
