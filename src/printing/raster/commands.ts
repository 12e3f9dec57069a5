import { trimEndCharacters } from "../../domain/trim-characters.ts";
import { MAX_DATA_BYTES } from "../languages/interruption.ts";
import { assertRepeats, isReceiptType, type PrinterType } from "../languages/printer-types.ts";
import { bandsOf, packedSize, type RasterLabel, rowBytes, unpackRaster } from "./bitmap.ts";

/** The bytes of a label, to be sent `repeats` times. */
export interface WireLabel {
  readonly data: Buffer;
  readonly repeats: number;
}

/** The commands that print copies of a label in each language. Those of receipts print one. */
const COMMANDS: Readonly<Record<PrinterType, (label: RasterLabel, copies: number) => Buffer>> = {
  zpl: zplLabel,
  tspl: tsplLabel,
  epl: eplLabel,
  escpos: escposReceipt,
  star: starReceipt,
};

/** The bytes of a packed label for a printer. Throws Invalid as `assertCopies`: the type may have changed since. */
export function rasterCommands(type: PrinterType, packed: Buffer, copies: number): WireLabel {
  assertCopies(type, packed, copies);
  return { data: COMMANDS[type](unpackRaster(packed), copies), repeats: isReceiptType(type) ? copies : 1 };
}

/** Throws Invalid for more copies than can be sent at once. */
export function assertCopies(type: PrinterType, packed: Buffer, copies: number): void {
  const { width, height } = packedSize(packed);
  if (isReceiptType(type)) assertRepeats(rowBytes(width) * height, copies);
}

// A bitmap in the commands of label printers. Settings of earlier labels stay in a printer: each label sets its size and what would
// move, turn, mirror or invert it (decisions, Printing).

/** Bytes that ^GF accepts (ZPL II Programming Guide, "Graphic Field"). */
const MAX_FIELD_BYTES = 99_999;

/** ZPL: ^GFA, with the compression of its hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme"). */
function zplLabel({ width, height, bits }: RasterLabel, copies: number): Buffer {
  const stride = rowBytes(width);
  const fields = bandsOf({ width, height }, MAX_FIELD_BYTES).map(({ y, rows }) => {
    const total = stride * rows;
    const data = compressedRows(bits.subarray(y * stride), stride, rows);
    return `^FO0,${y}^GFA,${total},${total},${stride},${data}^FS`;
  });
  const settings = `^MUD^PON^PMN^LRN^PW${width}^LL${height}^LH0,0`;
  return Buffer.from(`^XA${settings}${fields.join("")}^PQ${copies}^XZ`, "latin1");
}

function compressedRows(bits: Uint8Array, stride: number, height: number): string {
  let last = "";
  let rows = "";
  for (let y = 0; y < height; y++) {
    const row = Buffer.from(bits.buffer, bits.byteOffset + y * stride, stride)
      .toString("hex")
      .toUpperCase();
    rows += row === last ? ":" : compressed(row);
    last = row;
  }
  return rows;
}

/** A row: a comma fills it up with white, an exclamation mark with black; equal digits are counted. */
function compressed(row: string): string {
  const end = row.endsWith("F") ? "!" : ",";
  const kept = trimEndCharacters(row, end === "!" ? "F" : "0");
  const text = kept.replace(/(.)\1+/g, (digits, digit: string) => counts(digits.length) + digit);
  return kept === row ? text : text + end;
}

/** A number of equal digits: `z` to `g` for 400 to 20, `Y` to `G` for 19 to 1. */
function counts(length: number): string {
  const letter = (first: string, offset: number) => String.fromCharCode(first.charCodeAt(0) + offset);
  const many = "z".repeat(Math.floor(length / 400));
  const twenties = Math.floor((length % 400) / 20);
  const ones = length % 20;
  return many + (twenties === 0 ? "" : letter("g", twenties - 1)) + (ones === 0 ? "" : letter("G", ones - 1));
}

/** TSPL: BITMAP in the mode OVERWRITE, in which a 0 is black. */
function tsplLabel(label: RasterLabel, copies: number): Buffer {
  const { width, height, dotsPerMm } = label;
  const mm = (dots: number) => String(Number((dots / dotsPerMm).toFixed(2)));
  return Buffer.concat([
    Buffer.from(`\r\nSIZE ${mm(width)} mm,${mm(height)} mm\r\n`),
    Buffer.from("DIRECTION 0,0\r\nREFERENCE 0,0\r\nSHIFT 0\r\nCLS\r\n"),
    ...bitmaps(label, (y, rows) => `BITMAP 0,${y},${rowBytes(width)},${rows},0,`),
    Buffer.from(`PRINT ${copies}\r\n`),
  ]);
}

/** EPL: GW, in which a 0 is black. R sets the width of the head, so q comes after it (ESim Programmer's Reference Manual, "q"). */
function eplLabel(label: RasterLabel, copies: number): Buffer {
  const { width } = label;
  return Buffer.concat([
    Buffer.from(`\r\nZT\r\nR0,0\r\nq${width}\r\nN\r\n`),
    ...bitmaps(label, (y, rows) => `GW0,${y},${rowBytes(width)},${rows},`),
    Buffer.from(`P${copies}\r\n`),
  ]);
}

/** Commands with a few rows each. In the rows 0 is black; the dots beyond the width are white. */
function bitmaps(label: RasterLabel, command: (y: number, rows: number) => string): Buffer[] {
  const stride = rowBytes(label.width);
  return bandsOf(label, MAX_DATA_BYTES).map(({ y, rows }) => {
    const dots = label.bits.subarray(y * stride, (y + rows) * stride).map((byte) => ~byte);
    return Buffer.concat([Buffer.from(command(y, rows)), dots, Buffer.from("\r\n")]);
  });
}

// A bitmap in the commands of receipt printers, with a cut behind it.

/** ESC/POS: GS v 0 in bands, which printers keep in memory before they print them; then feed to the cutter and cut. */
function escposReceipt({ width, height, bits }: RasterLabel): Buffer {
  const stride = rowBytes(width);
  const parts: Uint8Array[] = [Buffer.from([0x1b, 0x40])];
  for (const { y, rows } of bandsOf({ width, height }, MAX_DATA_BYTES)) {
    parts.push(
      Buffer.from([0x1d, 0x76, 0x30, 0, stride & 0xff, stride >> 8, rows & 0xff, rows >> 8]),
      bits.subarray(y * stride, (y + rows) * stride),
    );
  }
  // ESC d 4, GS V 0.
  parts.push(Buffer.from([0x1b, 0x64, 4, 0x1d, 0x56, 0]));
  return Buffer.concat(parts);
}

/**
 * Star raster: continuous paper (ESC * r P 0), a partial cut at the end (ESC * r E 13, ESC FF EOT), and each row with `b`. White
 * bytes at the end of a row are left out.
 */
function starReceipt({ width, height, bits }: RasterLabel): Buffer {
  const stride = rowBytes(width);
  const parts: Uint8Array[] = [Buffer.from("\x1b@\x1b*rA\x1b*rP0\0\x1b*rE13\0", "latin1")];
  for (let y = 0; y < height; y++) {
    const row = bits.subarray(y * stride, (y + 1) * stride);
    const length = Math.max(1, row.findLastIndex((byte) => byte !== 0) + 1);
    parts.push(Buffer.from([0x62, length & 0xff, length >> 8]), row.subarray(0, length));
  }
  parts.push(Buffer.from("\x1b\x0c\x04\x1b*rB", "latin1"));
  return Buffer.concat(parts);
}
