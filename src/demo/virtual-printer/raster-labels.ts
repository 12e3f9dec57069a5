import type { PrinterType } from "../../printing/languages/printer-types.ts";
import { type Bitmap, createBitmap, isBlack, rowBytes, setBlack } from "../../printing/raster/bitmap.ts";

// The dots that a printer prints for a label of one bitmap. Written after the manuals, without the commands of the server.

/** The dots of a label; null: it is not one bitmap. */
export function rasterOf(language: PrinterType, label: Buffer): Bitmap | null {
  return DECODERS[language](label);
}

const DECODERS: Readonly<Record<PrinterType, (label: Buffer) => Bitmap | null>> = {
  zpl: graphicField,
  tspl: (label) => inverted(label, /BITMAP 0,(\d+),(\d+),(\d+),0,/y, /SIZE ([\d.]+) mm,([\d.]+) mm/),
  epl: (label) => inverted(label, /GW0,(\d+),(\d+),(\d+),/y, /\nq(\d+)\r?\n/),
  escpos: printedBands,
  star: rasterRows,
};

/** ^GFA with compressed hexadecimal digits (ZPL II Programming Guide), one field below the other. */
function graphicField(label: Buffer): Bitmap | null {
  const text = label.toString("latin1");
  const fields = [...text.matchAll(/\^FO0,(\d+)\^GFA,(\d+),\d+,(\d+),([^^]*)\^FS/g)];
  const stride = Number(fields[0]?.[3] ?? 0);
  if (stride === 0) return null;
  const rows: string[] = [];
  for (const [, y, total, , data = ""] of fields) {
    if (rows.length !== Number(y)) throw new RangeError("a graphic field leaves a gap");
    rows.push(...rowsOfField(data, stride * 2));
    if (rows.length !== Number(y) + Number(total) / stride) throw new RangeError("a graphic field is cut");
  }
  const width = Number(/\^PW(\d+)/.exec(text)?.[1] ?? stride * 8);
  return bitmapOf(Buffer.from(rows.join(""), "hex"), stride, width, rows.length);
}

function rowsOfField(data: string, digitsOfRow: number): string[] {
  const rows: string[] = [];
  let row = "";
  let count = 0;
  for (const sign of data) {
    if (sign === ":") rows.push(rows.at(-1) ?? "0".repeat(digitsOfRow));
    else if (sign === ",") row = row.padEnd(digitsOfRow, "0");
    else if (sign === "!") row = row.padEnd(digitsOfRow, "F");
    else if (/[G-Y]/.test(sign)) count += sign.charCodeAt(0) - "F".charCodeAt(0);
    else if (/[g-z]/.test(sign)) count += (sign.charCodeAt(0) - "f".charCodeAt(0)) * 20;
    else {
      row += sign.repeat(Math.max(1, count));
      count = 0;
    }
    if (row.length < digitsOfRow) continue;
    rows.push(row);
    row = "";
  }
  return rows;
}

/**
 * Bitmaps of whole bytes in which 0 is black, one below the other. `header` is sticky, with y, bytes of a row and rows. The size of
 * the label may be in the label.
 */
function inverted(label: Buffer, header: RegExp, size: RegExp): Bitmap | null {
  const text = label.toString("latin1");
  const parts: Uint8Array[] = [];
  let [stride, height] = [0, 0];
  for (let at = 0; at < text.length; ) {
    header.lastIndex = at;
    const found = header.exec(text);
    const [, y, bytes = 0, rows = 0] = (found ?? []).map(Number);
    const start = at + (found?.[0].length ?? 0);
    const lineEnd = text.indexOf("\n", at) + 1;
    if (found === null) at = lineEnd === 0 ? text.length : lineEnd;
    else {
      if (y !== height) throw new RangeError("a bitmap leaves a gap");
      at = start + bytes * rows;
      parts.push(label.subarray(start, at).map((byte) => ~byte & 0xff));
      [stride, height] = [bytes, height + rows];
    }
  }
  if (height === 0) return null;
  const [, width = "", heightMm] = size.exec(text) ?? [];
  // TSPL gives the size in millimetres: the dots of one follow from the height.
  const dots = heightMm === undefined ? Number(width) : (Number(width) * height) / Number(heightMm);
  return bitmapOf(Buffer.concat(parts), stride, Math.min(stride * 8, Math.round(dots)), height);
}

/** GS v 0, one after the other. */
function printedBands(label: Buffer): Bitmap | null {
  const parts: Buffer[] = [];
  let stride = 0;
  const first = label.indexOf("\x1dv0", 0, "latin1");
  for (let at = first; at >= 0 && label.toString("latin1", at, at + 3) === "\x1dv0"; ) {
    stride = label.readUInt16LE(at + 4);
    const end = at + 8 + stride * label.readUInt16LE(at + 6);
    parts.push(label.subarray(at + 8, end));
    at = end;
  }
  const data = Buffer.concat(parts);
  return first < 0 ? null : bitmapOf(data, stride, stride * 8, data.length / stride);
}

/** Rows of `b` between ESC * r A and the next escape. */
function rasterRows(label: Buffer): Bitmap | null {
  const text = label.toString("latin1");
  if (!text.includes("\x1b*rA")) return null;
  const rows: Buffer[] = [];
  for (let at = text.indexOf("\x1b*rE13\0") + 7; label[at] === 0x62; ) {
    const end = at + 3 + label.readUInt16LE(at + 1);
    rows.push(label.subarray(at + 3, end));
    at = end;
  }
  const stride = Math.max(1, ...rows.map(({ length }) => length));
  const data = Buffer.concat(rows.map((row) => Buffer.concat([row, Buffer.alloc(stride - row.length)])));
  return bitmapOf(data, stride, stride * 8, rows.length);
}

function bitmapOf(data: Uint8Array, stride: number, width: number, height: number): Bitmap {
  const source: Bitmap = { width: stride * 8, height, bits: data };
  const bitmap = createBitmap(width, height);
  if (data.length !== rowBytes(source.width) * height) throw new RangeError("the bitmap has another size");
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isBlack(source, x, y)) setBlack(bitmap, x, y);
  return bitmap;
}
