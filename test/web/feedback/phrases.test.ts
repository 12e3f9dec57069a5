import { expect, test } from "vitest";
import type { Locale } from "../../../src/i18n/locales.ts";
import { textIn } from "../../../src/i18n/text.ts";
import { VERDICTS } from "../../../src/web/feedback/sounds.ts";
import { phraseOf, type SpokenScan } from "../../../src/web/feedback/speech.ts";

function spoken(scan: SpokenScan, language: Locale = "en"): string {
  return textIn(phraseOf(scan), language);
}

test.each([
  ["counted", 2, 3, "Counted, 2 of 3", "Započteno, 2 z 3"],
  ["added", 3, 3, "Plus one, 3 of 3", "Plus jedna, 3 z 3"],
  ["surplus", 4, 3, "More than expected, 4 of 3", "Víc, než má být, 4 z 3"],
  ["same", 1, 1, "Already counted, 1 of 1", "Už započteno, 1 z 1"],
  ["unexpected", 1, null, "Not expected here", "Tady se nečeká"],
  ["asked", null, 3, "Not counted. Answer.", "Nezapočteno. Odpovězte."],
  ["asked", 2, 3, "Not counted. Answer.", "Nezapočteno. Odpovězte."],
  ["unknown", null, null, "Unknown code", "Neznámý kód"],
  ["failed", null, null, "Failed. Not counted.", "Nezdařilo se. Nezapočteno."],
] as const)("the scan result %s (%s of %s) is spoken as: %s", (verdict, quantity, expected, en, cs) => {
  expect(spoken({ verdict, quantity, expected })).toBe(en);
  expect(spoken({ verdict, quantity, expected }, "cs")).toBe(cs);
});

test.each(VERDICTS)("in a blind stocktake the phrase of %s has at most the counted quantity", (verdict) => {
  expect(spoken({ verdict, quantity: 2, expected: null })).toMatch(/^\D+(, 2)?$/);
  expect(spoken({ verdict, quantity: null, expected: null })).toMatch(/^\D+$/);
});

test("no two scan results have the same phrase", () => {
  for (const language of ["en", "cs"] as const) {
    const all = VERDICTS.map((verdict) => spoken({ verdict, quantity: null, expected: null }, language));
    expect(new Set(all).size).toBe(VERDICTS.length);
  }
});
