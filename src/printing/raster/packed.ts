import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type Bitmap, rowBytes } from "./bitmap.ts";

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
