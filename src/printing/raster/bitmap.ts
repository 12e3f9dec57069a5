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
