import { expect, test } from "vitest";
import { Typeface } from "../../../src/printing/layouts/letters.ts";
import { createBitmap } from "../../../src/printing/raster/bitmap.ts";

const face = new Typeface("DejaVuSans.ttf");
const target = createBitmap(10, 10);
const MAX_BYTES = 4 * 1024 * 1024;
const LETTERS = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x21 + index)).join("");

test("letters of many sizes take a limited memory, and large ones none", () => {
  for (let size = 20; size <= 120; size += 4) {
    face.draw(target, LETTERS, size, 0, 0);
    expect(face.cachedBytes).toBeGreaterThan(0);
    expect(face.cachedBytes).toBeLessThanOrEqual(MAX_BYTES);
  }
  const before = face.cachedBytes;
  face.draw(target, "Large", 1000, 0, 0);
  expect(face.cachedBytes).toBe(before);
});
