import { barcodeEncoder } from "../../../platform/barcode-encoder.ts";
import { heading, INK, line, MARGIN, makeRoom, setStyle } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

const CODE_POINTS = 72;
/** For the names of the facts, of which one is longer than those of other pages. */
const FACT_POINTS = 180;

/** Writes the hash of the sealed record, also as a QR code, and the key that signed it. Nothing where there is none. */
export function writeSeal({ paper, seal, messages, time }: PdfWriter): void {
  if (seal === null) return;
  makeRoom(paper, CODE_POINTS + 60);
  heading(paper, messages.sealed);
  line(paper, messages.check, {}, 6);
  const { doc, y } = paper;
  drawCode(doc, seal.sha256, MARGIN, y);
  const left = MARGIN + CODE_POINTS + 12;
  const facts = [
    [messages.recordHash, seal.sha256],
    [messages.publicKey, seal.publicKey],
    [messages.sealedDT, time(seal.sealedDT)],
  ] as const;
  for (const [index, [name, value]] of facts.entries()) {
    setStyle(paper);
    doc.text(name, left, y + index * 14, { lineBreak: false });
    doc.text(value, left + FACT_POINTS, y + index * 14, { lineBreak: false });
  }
  paper.y = y + CODE_POINTS;
}

function drawCode(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const [code] = barcodeEncoder.raw({ bcid: "qrcode", text });
  if (code === undefined || !("pixs" in code)) throw new Error("no QR code");
  const module = CODE_POINTS / code.pixx;
  for (let at = 0; at < code.pixs.length; at++)
    if (code.pixs[at] === 1)
      doc.rect(x + (at % code.pixx) * module, y + Math.floor(at / code.pixx) * module, module, module);
  doc.fill(INK);
}
