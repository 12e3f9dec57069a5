import fc from "fast-check";
import { expect, test } from "vitest";
import { type LayoutElement, SYMBOLOGIES } from "../../../src/domain/label-layout.ts";
import { Typeface } from "../../../src/printing/layouts/letters.ts";
import { drawLayout } from "../../../src/printing/layouts/render.ts";
import {
  type Bitmap,
  createBitmap,
  DOTS_PER_MM,
  isBlack,
  packRaster,
  unpackRaster,
} from "../../../src/printing/raster/bitmap.ts";
import { startServer } from "../../harness/server.ts";
import { times } from "../../harness/times.ts";
import { valuesWith } from "../languages/values.ts";
import { codeAt, layoutOf, textAt } from "./samples.ts";

const DPI = 203;
const SIZE = { widthMm: 60, heightMm: 60 };
/** In the right half; what is tested lies in the left half. */
const OTHERS = [
  textAt({ id: "other", x: 32, y: 2, widthMm: 26, text: "Other {{oid}}" }),
  codeAt({ id: "bars", x: 32, y: 12, widthMm: 26, text: "{{oid}}" }),
];
const LEFT_DOTS = 30 * DOTS_PER_MM[DPI];

/** Control characters, emoji, text from right to left, commands of printers, placeholders, lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      "😀",
      "שלום",
      "مرحبا ",
      "\u202e",
      "\u0000",
      "\u001b",
      "{{name}}",
      "^XZ",
      "(01)",
      " ",
      "漢",
    ),
    maxLength: 60,
  }),
  fc.string({ unit: fc.constantFrom("W", "i", " ", "ž", "\n"), minLength: 9_000, maxLength: 10_000 }),
);

const draw = (elements: readonly LayoutElement[], value: string) =>
  drawLayout(
    { layout: layoutOf(elements, SIZE), dpi: DPI, pictures: {} },
    valuesWith({ name: value, oid: "7" }),
  );

/** The dots right of the tested element. */
function rightOf(bitmap: Bitmap): string {
  let dots = "";
  for (let y = 0; y < bitmap.height; y++)
    for (let x = LEFT_DOTS; x < bitmap.width; x++) dots += isBlack(bitmap, x, y) ? "#" : ".";
  return dots;
}

test("any value of a text stays in its box, and changes no other element", () => {
  const expected = rightOf(draw(OTHERS, "").bitmap);
  fc.assert(
    fc.property(anyText, fc.boolean(), fc.constantFrom(0, 90, 180, 270), (value, wraps, rotation) => {
      const tested = textAt({ widthMm: 28, heightMm: 28, text: "A {{name}} B", wraps, rotation });
      const { bitmap, problems } = draw([tested, ...OTHERS], value);
      expect(rightOf(bitmap)).toBe(expected);
      expect(problems.filter(({ elementId }) => elementId !== "text")).toEqual([]);
      const { bits } = unpackRaster(packRaster(bitmap));
      expect(Buffer.compare(bits, bitmap.bits)).toBe(0);
    }),
    { numRuns: times(150) },
  );
});

test("any value of a code is drawn in its box, or is a problem of that code", () => {
  const expected = rightOf(draw(OTHERS, "").bitmap);
  fc.assert(
    fc.property(anyText, fc.constantFrom(...SYMBOLOGIES), (value, symbology) => {
      const text = symbology.startsWith("gs1") ? "(21){{name}}" : "{{name}}";
      const tested = codeAt({ y: 2, widthMm: 28, heightMm: 28, symbology, text });
      const { bitmap, problems } = draw([tested, ...OTHERS], value);
      expect(rightOf(bitmap)).toBe(expected);
      expect(problems.filter(({ elementId }) => elementId !== "code")).toEqual([]);
    }),
    { numRuns: times(150) },
  );
});

test("a note of any letters is drawn, never an error of the server", async () => {
  const { admin } = await startServer();
  const layout = layoutOf([
    textAt({ text: "{{note}}", wraps: true }),
    codeAt({ symbology: "qr", text: "{{note}}" }),
  ]);
  for (const note of ["😀".repeat(2000), "שלום ".repeat(700), "W".repeat(4000), "^XZ\n~JA {{name}}"]) {
    expect((await admin.put("/api/articles/1/full", { note })).status).toBe(200);
    const response = await admin.post("/api/printingformats/layout-preview", { layout, articleId: 1 });
    expect(response.status).toBe(200);
  }
});

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
