import { afterEach, expect, test, vi } from "vitest";
import type { Locale } from "../../../../src/i18n/locales.ts";
import { dateText } from "../../../../src/web/console/count-plans/plan-texts.ts";
import { chosenLanguage, when } from "../../../../src/web/i18n/translate.ts";
import { loadAllTexts } from "../../load-texts.ts";

const AFTERNOON = new Date(2026, 10, 22, 15, 4).getTime();

loadAllTexts();

/** Shows a time in each language: the browser's region is read at a change of the language. */
function showIn(...languages: readonly Locale[]): void {
  for (const next of languages) {
    chosenLanguage.value = next;
    when(AFTERNOON);
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  // Other files of this process have the same client.
  showIn("cs", "en");
  chosenLanguage.value = null;
});

test.each([
  ["en-US", "en", "3:04 PM"],
  ["en-GB", "en", "15:04"],
  ["en", "en", "15:04"],
  ["cs-CZ", "cs", "15:04"],
] as const)(
  "times in a browser in %s follow its region, and have 24 hours without one",
  (locale, language, time) => {
    vi.stubGlobal("navigator", { language: locale, languages: [locale] });
    showIn("cs", "en", language);
    expect(when(AFTERNOON, AFTERNOON).replace(/\s/g, " ")).toBe(time);
  },
);

test("dates of count plans follow the region of the browser", () => {
  vi.stubGlobal("navigator", { language: "en-GB", languages: ["en-GB"] });
  showIn("cs", "en");
  expect(dateText("2026-11-28")).toBe("28 Nov 2026");
});
