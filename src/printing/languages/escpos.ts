import { PrinterTypes } from "node-thermal-printer";
import { receiptLanguage } from "./receipt.ts";
import type { Language } from "./template-text.ts";

/** The bar code type of GS k for Code 128, whose data begin with the code set. */
const code128 = 73;
/** That of EAN-13 (JAN13), by the length of its data. */
const ean13 = 67;

/** ESC/POS (Epson and compatibles). */
export const escpos: Language = receiptLanguage({
  type: PrinterTypes.EPSON,
  setSize: (printer, size) => printer.setTextSize(size - 1, size - 1),
  // printBarcode puts code set B before the data. A single brace would switch the set.
  code128: (printer, data, height, width) =>
    printer.printBarcode(data.replaceAll("{", "{{"), code128, { hriPos: 0, hriFont: 0, width, height }),
  ean13: (printer, gtin, height) =>
    printer.printBarcode(gtin, ean13, { hriPos: 0, hriFont: 0, width: 3, height }),
  qr: (printer, data, cell) => printer.add(qr(data, cell)),
  datamatrix: (printer, data, cell) => printer.add(datamatrix(data, cell)),
  // The cutter is above the head: four lines of feed (the "vertical tab"), then the cut and a reset.
  cut: (printer) => printer.cut({ verticalTabAmount: 1 }),
});

/** GS ( k: model 2, module size, correction M, data, print. printQR counts UTF-16 units instead of bytes. */
function qr(data: Buffer, cell: number): Buffer {
  const length = data.length + 3;
  return Buffer.concat([
    Buffer.from([0x1d, 0x28, 0x6b, 4, 0, 0x31, 0x41, 0x32, 0]),
    Buffer.from([0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x43, cell]),
    Buffer.from([0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x45, 0x31]),
    Buffer.from([0x1d, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, 0x50, 0x30]),
    data,
    Buffer.from([0x1d, 0x28, 0x6b, 3, 0, 0x31, 0x51, 0x30]),
  ]);
}

/** GS ( k with cn 54: module size (function 667), data (680), print (681). The symbol is square by default. */
function datamatrix(data: Buffer, cell: number): Buffer {
  const length = data.length + 3;
  return Buffer.concat([
    Buffer.from([0x1d, 0x28, 0x6b, 3, 0, 0x36, 0x43, cell]),
    Buffer.from([0x1d, 0x28, 0x6b, length & 0xff, length >> 8, 0x36, 0x50, 0x30]),
    data,
    Buffer.from([0x1d, 0x28, 0x6b, 3, 0, 0x36, 0x51, 0x30]),
  ]);
}
