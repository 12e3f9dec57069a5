import { trimEndCharacters } from "../../domain/trim-characters.ts";
import { MAX_DATA_BYTES } from "../languages/interruption.ts";
import { bandsOf, rowBytes } from "./bitmap.ts";
import type { RasterLabel } from "./packed.ts";

// A bitmap in the commands of label printers. Settings of earlier labels stay in a printer: each label sets its size and what would
// move, turn, mirror or invert it (decisions, Printing).

/** Bytes that ^GF accepts (ZPL II Programming Guide, "Graphic Field"). */
const MAX_FIELD_BYTES = 99_999;

/** ZPL: ^GFA, with the compression of its hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme"). */
export function zplLabel({ width, height, bits }: RasterLabel, copies: number): Buffer {
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
export function tsplLabel(label: RasterLabel, copies: number): Buffer {
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
export function eplLabel(label: RasterLabel, copies: number): Buffer {
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
