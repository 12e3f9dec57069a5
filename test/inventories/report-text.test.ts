import { expect, test } from "vitest";
import { makePaper } from "../../src/inventories/report/pdf/paper.ts";

const { doc, shapers } = makePaper("Title", "2026-01-01T00:00:00.000Z", () => ["", ""]);

/** The texts in angle brackets: glyphs of the font, four hexadecimal digits each. */
const glyphsIn = (operands: string | null) =>
  (operands?.match(/<[0-9a-f]+>/g) ?? []).join("").replace(/[<>]/g, "");

test.each([
  ["kerned pairs", "AVATAR To. Ťuhýk Ž. Va, 1\u00a0234\u00a0567,50 Kč (−5) – …"],
  ["ligatures", "office fiddle ffi fl floor"],
  ["blanks", "A V  T o A"],
  ["other scripts", "Ελλάδα Київ Ω"],
  ["one letter", "A"],
])("the cells of the PDF report have PDFKit's glyphs and widths: %s", (_, text) => {
  for (const weight of ["regular", "bold"] as const) {
    doc.font(weight, 1000);
    const { width, operands } = shapers[weight].shape(text);
    expect(width).toBeCloseTo(doc.widthOfString(text), 3);
    expect(glyphsIn(operands)).toBe(Reflect.get(doc, "_font").encode(text)[0].join(""));
  }
});

test("letters with separate accents are left to PDFKit, which places them", () => {
  expect(shapers.regular.shape("q\u030c\u0323").operands).toBeNull();
});
