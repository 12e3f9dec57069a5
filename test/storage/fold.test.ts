import fc from "fast-check";
import { expect, test } from "vitest";
import { fold, nameKey } from "../../src/domain/text-folding.ts";

test.each([
  ["Židle kancelářská", "zidle kancelarska"],
  ["PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ", "prilis zlutoucky kun"],
  ["Łódź", "lodz"],
  ["Straße", "strasse"],
  ["STRASSE", "strasse"],
  ["Ærø Đorđe œuvre", "aero dorde oeuvre"],
  ["İstanbul ıs", "istanbul is"],
  ["ﬁne Ⅳ ①", "fine iv 1"],
  ["Київ ЇЖАК", "киів іжак"],
  ["ΟΔΟΣ οδος", "οδοσ οδοσ"],
  ["100 % _*'\"", "100 % _*'\""],
])("%s is searched as %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("folding twice changes nothing, and letter case does not matter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
});

test("user names are equal regardless of letter case, and differ by accents", () => {
  expect(nameKey("ŽOFIE")).toBe(nameKey("žofie"));
  expect(nameKey("žofie")).not.toBe(nameKey("zofie"));
});
