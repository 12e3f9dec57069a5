import { PrinterTypes } from "node-thermal-printer";
import { receiptLanguage } from "./receipt.ts";
import type { Language } from "./template-text.ts";

/** Star line mode. */
export const star: Language = receiptLanguage({
  type: PrinterTypes.STAR,
  // ESC i: height and width; setTextSize is missing for Star.
  setSize: (printer, size) => printer.add(Buffer.from([0x1b, 0x69, size - 1, size - 1])),
  // In Star's Code 128 data "%" begins a two-character code; "%0" is the character itself.
  code128: (printer, data, height, width) =>
    printer.code128(data.replaceAll("%", "%0"), { text: 1, width: width === 2 ? "SMALL" : "MEDIUM", height }),
  // ESC b: type 3, no text below, modules of three dots, the height; RS ends the data.
  ean13: (printer, gtin, height) =>
    printer.add(Buffer.from([0x1b, 0x62, 0x33, 0x31, 0x32, height, ...Buffer.from(gtin), 0x1e])),
  qr: (printer, data, cell) => printer.add(qr(data, cell)),
  // Line mode has PDF417 and QR codes alone.
  datamatrix: null,
  // Star's cut feeds to the cutter by itself.
  cut: (printer) => printer.cut({ verticalTabAmount: 0 }),
});

/** ESC GS y: model 2, correction M, cell size, data, print. printQR omits the header of the data. */
function qr(data: Buffer, cell: number): Buffer {
  return Buffer.concat([
    Buffer.from([0x1b, 0x1d, 0x79, 0x53, 0x30, 2]),
    Buffer.from([0x1b, 0x1d, 0x79, 0x53, 0x31, 1]),
    Buffer.from([0x1b, 0x1d, 0x79, 0x53, 0x32, cell]),
    Buffer.from([0x1b, 0x1d, 0x79, 0x44, 0x31, 0, data.length & 0xff, data.length >> 8]),
    data,
    Buffer.from([0x1b, 0x1d, 0x79, 0x50]),
  ]);
}
