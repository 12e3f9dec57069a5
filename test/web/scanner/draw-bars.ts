const MODULE = 3;
const QUIET = 12;
const HEIGHT = 240;

/** Pixels of four bytes: red, green, blue, alpha. */
export interface Picture {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  readonly colorSpace: "srgb";
}

/** Draws bars and spaces of these widths in black and white. */
export function drawBars(widths: readonly number[]): Picture {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const width = (total + 2 * QUIET) * MODULE;
  const data = new Uint8ClampedArray(width * HEIGHT * 4).fill(255);
  let x = QUIET * MODULE;
  widths.forEach((bar, at) => {
    const end = x + bar * MODULE;
    for (; at % 2 === 0 && x < end; x++) {
      for (let y = HEIGHT / 6; y < (HEIGHT * 5) / 6; y++)
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
    x = end;
  });
  return { data, width, height: HEIGHT, colorSpace: "srgb" };
}
