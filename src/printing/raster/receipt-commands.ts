import { MAX_DATA_BYTES } from "../languages/interruption.ts";
import { bandsOf, rowBytes } from "./bitmap.ts";
import type { RasterLabel } from "./packed.ts";

// A bitmap in the commands of receipt printers, with a cut behind it.

/** ESC/POS: GS v 0 in bands, which printers keep in memory before they print them; then feed to the cutter and cut. */
export function escposReceipt({ width, height, bits }: RasterLabel): Buffer {
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
export function starReceipt({ width, height, bits }: RasterLabel): Buffer {
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
