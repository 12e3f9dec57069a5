import { crc32, deflateSync } from "node:zlib";
import { type Bitmap, rowBytes } from "./bitmap.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

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
    SIGNATURE,
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
