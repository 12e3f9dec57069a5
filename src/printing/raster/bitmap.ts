import { crc32, deflateRawSync, deflateSync, inflateRawSync } from "node:zlib";
import type { Resolution } from "../../domain/label-layout.ts";

/** A monochrome picture: one bit for each dot, rows of whole bytes, the first dot in the highest bit, 1 is black. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/** Bytes of a row. */
export const rowBytes = (width: number) => Math.ceil(width / 8);

/** Rows of a bitmap, from the row `y` on. */
interface Band {
  readonly y: number;
  readonly rows: number;
}

/** Bands of a bitmap from the top down, of at most `maxBytes`, but at least one row. */
export function bandsOf({ width, height }: Pick<Bitmap, "width" | "height">, maxBytes: number): Band[] {
  const most = Math.max(1, Math.floor(maxBytes / rowBytes(width)));
  return Array.from({ length: Math.ceil(height / most) }, (_, index) => {
    const y = index * most;
    return { y, rows: Math.min(most, height - y) };
  });
}

/** A white bitmap. */
export function createBitmap(width: number, height: number): Bitmap {
  return { width, height, bits: new Uint8Array(rowBytes(width) * height) };
}

/** Whether a dot is black; false outside the bitmap. */
export function isBlack({ width, height, bits }: Bitmap, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  return ((bits[y * rowBytes(width) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** Makes a dot black. Dots outside the bitmap are left out. */
export function setBlack({ width, height, bits }: Bitmap, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = y * rowBytes(width) + (x >> 3);
  bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
}

/** Makes a rectangle black, as far as it lies in the bitmap. */
export function fillRectangle(bitmap: Bitmap, x: number, y: number, width: number, height: number): void {
  const left = Math.max(0, x);
  const right = Math.min(bitmap.width, x + width);
  const stride = rowBytes(bitmap.width);
  for (let row = Math.max(0, y); row < Math.min(bitmap.height, y + height); row++) {
    for (let column = left; column < right; ) {
      const at = row * stride + (column >> 3);
      if ((column & 7) === 0 && right - column >= 8) {
        bitmap.bits[at] = 0xff;
        column += 8;
      } else {
        bitmap.bits[at] = (bitmap.bits[at] ?? 0) | (0x80 >> (column & 7));
        column++;
      }
    }
  }
}

/** Adds the black dots of `source`, turned clockwise by `rotation` degrees; its top left corner is then at `x`, `y`. */
export function addRotated(target: Bitmap, source: Bitmap, x: number, y: number, rotation: number): void {
  const { width, height, bits } = source;
  const stride = rowBytes(width);
  for (let row = 0; row < height; row++) {
    for (let byte = 0; byte < stride; byte++) {
      const value = bits[row * stride + byte] ?? 0;
      if (value === 0) continue;
      for (let bit = 0; bit < 8; bit++) {
        if ((value & (0x80 >> bit)) === 0) continue;
        const column = byte * 8 + bit;
        if (rotation === 0) setBlack(target, x + column, y + row);
        else if (rotation === 90) setBlack(target, x + height - 1 - row, y + column);
        else if (rotation === 180) setBlack(target, x + width - 1 - column, y + height - 1 - row);
        else setBlack(target, x + row, y + width - 1 - column);
      }
    }
  }
}

/** Dots of a millimetre. Printers of 203 dpi have eight. */
export const DOTS_PER_MM: Readonly<Record<Resolution, number>> = {
  180: 180 / 25.4,
  203: 8,
  300: 300 / 25.4,
  600: 600 / 25.4,
};

/** Dots of a length, at least one. */
export const dotsOf = (mm: number, dpi: Resolution) => Math.max(1, Math.round(mm * DOTS_PER_MM[dpi]));

// A drawn label as a print request stores it: its dots, compressed. They become a printer's commands when they are sent, so that a
// long queue stays small.

/** A label in dots of a resolution, in dots per millimetre. */
export interface RasterLabel extends Bitmap {
  readonly dotsPerMm: number;
}

/** Width and height as 16-bit numbers, and the dots of a metre as a 32-bit number, before the compressed rows. */
const HEADER = 8;
const PER_METRE = 1000;
/** A label of 300 mm at 600 dpi. */
const MAX_SIDE = 8192;

/** Packs a label. */
export function packRaster({ width, height, bits, dotsPerMm }: RasterLabel): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(width, 0);
  header.writeUInt16BE(height, 2);
  header.writeUInt32BE(Math.round(dotsPerMm * PER_METRE), 4);
  return Buffer.concat([header, deflateRawSync(bits, { level: 6 })]);
}

/** Width and height of a packed label in dots, and its resolution. */
export function packedSize(data: Buffer): Omit<RasterLabel, "bits"> {
  return {
    width: data.readUInt16BE(0),
    height: data.readUInt16BE(2),
    dotsPerMm: data.readUInt32BE(4) / PER_METRE,
  };
}

/** Unpacks a label. Throws RangeError for other data. */
export function unpackRaster(data: Buffer): RasterLabel {
  const { width, height, dotsPerMm } = packedSize(data);
  const length = rowBytes(width) * height;
  if (width > MAX_SIDE || height > MAX_SIDE) throw new RangeError("a stored label is too large");
  const bits = inflateRawSync(data.subarray(HEADER), { maxOutputLength: Math.max(1, length) });
  if (bits.length !== length) throw new RangeError("a stored label is damaged");
  return { width, height, bits, dotsPerMm };
}

/** The first bytes of a PNG. */
export const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

/** A bitmap as a PNG of one bit for each pixel (PNG third edition, section 5). */
export function pngOf({ width, height, bits }: Bitmap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit, greyscale.
  header.writeUInt8(1, 8);
  const stride = rowBytes(width);
  // Each row begins with its filter: none. White is 1.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < stride; x++) rows[y * (stride + 1) + 1 + x] = ~(bits[y * stride + x] ?? 0) & 0xff;
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
