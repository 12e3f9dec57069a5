import { afterEach, expect, test, vi } from "vitest";
import { msg } from "../../../src/domain/message.ts";
import type { Locale } from "../../../src/i18n/locales.ts";
import { ARTICLE } from "../../../src/records/article.ts";
import { CUSTODY } from "../../../src/records/custody.ts";
import { LOCATION } from "../../../src/records/location.ts";
import type { RecordDeclaration } from "../../../src/records/record.ts";
import { INVENTORY } from "../../../src/records/stocktake.ts";
import { money } from "../../../src/web/articles/amounts.ts";
import { causeText, changeText, type NamedField } from "../../../src/web/articles/history-list.tsx";
import { chosenLanguage, day, dayAndTime, number, t, when } from "../../../src/web/i18n/translate.ts";
import { requestText } from "../../../src/web/printing/use-request.ts";
import { loadAllTexts } from "../load-texts.ts";

const NAMES = {
  user: (oid: number) => (oid === 3 ? "Uma Svoboda" : null),
  location: (oid: number) => (oid === 4 ? "Hall 1" : null),
};
const at = (locationId: number, quantity: number) => ({ locationId, quantity });

/** The time of an import's id. */
function dayAndTimeIn(language: Locale): string {
  chosenLanguage.value = language;
  const words = dayAndTime("2026-11-21T10:33:22Z");
  chosenLanguage.value = null;
  return words;
}

loadAllTexts();

afterEach(() => {
  chosenLanguage.value = null;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test("a hundred rows make a formatter of each kind at most once", () => {
  const kinds = ["DateTimeFormat", "NumberFormat", "PluralRules"] as const;
  const spies = kinds.map((kind) => vi.spyOn(Intl, kind));
  const pieces = msg("{n, plural, one {# piece} other {# pieces}}");
  for (let row = 0; row < 100; row++) {
    when("2026-11-21T10:33:22Z", Date.parse("2026-11-21T12:00:00Z"));
    number(row);
    t(pieces, { n: row });
  }
  for (const spy of spies) expect(spy.mock.calls.length).toBeLessThanOrEqual(1);
});

const OF_ARTICLE = { fields: ARTICLE.fields, unit: null };
const CUSTOM: readonly NamedField[] = [
  { oid: 1, name: "Weight", type: "number", unit: "kg" },
  { oid: 2, name: "Tested", type: "yesNo", unit: null },
];
const weight = (value: string, ...more: readonly [string, string][]) =>
  Object.fromEntries([["1", value], ...more]);

test.each([
  ["name", "Chair", "Armchair", "Name: Chair → Armchair", "Název: Chair → Armchair"],
  ["price", 2724.85, 55.5, "Price: 2,724.85 → 55.5", "Cena: 2\u00a0724,85 → 55,5"],
  ["userId", null, 3, "Assigned to: Uma Svoboda", "Přiděleno: Uma Svoboda"],
  ["userId", 3, null, "Assigned to: Uma Svoboda → –", "Přiděleno: Uma Svoboda → –"],
  ["isDisposal", false, true, "Marked for disposal: no → yes", "Určeno k vyřazení: ne → ano"],
  ["place", at(4, 3), null, "Removed from Hall 1 (3 pieces)", "Odebráno z umístění Hall 1 (3 kusy)"],
  ["place", null, at(4, 3), "Moved to Hall 1 (3 pieces)", "Přesunuto na umístění Hall 1 (3 kusy)"],
  ["place", at(9, 3), at(9, 2), "#9: 3 → 2 pieces", "#9: 3 → 2 kusy"],
  ["warrantyEnd", null, "2028-03-31", "Warranty until: March 31, 2028", "Záruka do: 31. března 2028"],
  ["customValues", null, weight("12.5"), "Weight: 12.5 kg", "Weight: 12,5 kg"],
  [
    "customValues",
    weight("12.5", ["9", "a"]),
    weight("1234", ["2", "true"]),
    "Weight: 12.5 kg → 1,234 kg; Tested: yes; #9: a → –",
    "Weight: 12,5 kg → 1\u00a0234 kg; Tested: ano; #9: a → –",
  ],
  ["somethingNew", "a", "b", "somethingNew: a → b", "somethingNew: a → b"],
])("a change of %s from %j to %j is described", (field, before, after, english, czech) => {
  chosenLanguage.value = "en";
  expect(changeText({ field, before, after }, NAMES, CUSTOM, OF_ARTICLE)).toBe(english);
  chosenLanguage.value = "cs";
  expect(changeText({ field, before, after }, NAMES, CUSTOM, OF_ARTICLE)).toBe(czech);
});

test.each<[RecordDeclaration, string, unknown, unknown, string]>([
  [CUSTODY, "dueDate", null, "2028-03-31", "Due date: March 31, 2028"],
  [CUSTODY, "startSignature", null, "set", "Signed at the hand-over: set"],
  [LOCATION, "position", 0, 4, "Position in the order: 1 → 5"],
  [LOCATION, "parentLocationId", null, 4, "Parent location: Hall 1"],
  [INVENTORY, "chosenLocation", null, 9, "Selected location: 9"],
  [INVENTORY, "countRule", null, { pieces: 3 }, 'Rules of counting: {"pieces":3}'],
])("a change of a field is described by its declaration: %#", ({ fields }, field, before, after, text) => {
  chosenLanguage.value = "en";
  expect(changeText({ field, before, after }, NAMES, CUSTOM, { fields, unit: null })).toBe(text);
});

test("a date is shown as the same day west of Greenwich", () => {
  vi.stubEnv("TZ", "America/New_York");
  // Formatters are kept with their zone: no other test uses those of this region.
  vi.stubGlobal("navigator", { languages: ["de-LI"] });
  chosenLanguage.value = "de";
  expect(day("2026-11-20T03:00:00Z")).toBe("19. November 2026");
  expect(day("2026-11-20")).toBe("20. November 2026");
});

test.each([
  [1999.9, "EUR", "€1,999.90", "1\u00a0999,90\u00a0€"],
  [0.0001, "CZK", "CZK\u00a00.0001", "0,0001\u00a0Kč"],
  [5, "Tokens", "5.00 Tokens", "5,00 Tokens"],
  [5, null, "5.00", "5,00"],
])("the amount %d in %s is formatted as %s", (amount, currency, english, czech) => {
  chosenLanguage.value = "en";
  expect(money(amount, currency)).toBe(english);
  chosenLanguage.value = "cs";
  expect(money(amount, currency)).toBe(czech);
});

test.each([
  [null, null, null],
  ["import 3", "Import 3", "Import č. 3"],
  ["import 1795257202", `Import of ${dayAndTimeIn("en")}`, `Import z ${dayAndTimeIn("cs")}`],
  ["inventory 7", "Stocktake 7", "Inventura č. 7"],
  ["something else", "something else", "something else"],
])("the source %s of a change is shown as %s, in Czech %s", (cause, english, czech) => {
  chosenLanguage.value = "en";
  expect(causeText(cause)).toBe(english);
  chosenLanguage.value = "cs";
  expect(causeText(cause)).toBe(czech);
});

const REQUEST = { lastError: null, nextTryDT: null, isInterrupted: false, isConfirmed: false };
const NO_PAPER = "Dock is out of paper";

test.each([
  [{ stateId: 1 }, undefined, "Waiting for the printer.", null],
  [{ stateId: 1, lastError: NO_PAPER }, undefined, "Not printed yet: Dock is out of paper.", null],
  [{ stateId: 2 }, undefined, "Printing…", null],
  [{ stateId: 2, lastError: "it stalls" }, undefined, "Waiting for the printer: it stalls.", null],
  [{ stateId: 3, isConfirmed: true }, "success", "Printed; the printer confirmed it.", null],
  [{ stateId: 3 }, "success", "Sent, not confirmed.", /Check the label/],
  [{ stateId: 4, lastError: "cancelled" }, "danger", "Not printed: cancelled.", null],
  [{ stateId: 4 }, "danger", "Not printed.", null],
  [
    { stateId: 4, lastError: "The label is too wide." },
    "danger",
    "Not printed: The label is too wide.",
    null,
  ],
  [{ stateId: 1, lastError: "Try it later." }, undefined, "Not printed yet: Try it later.", null],
  [
    {
      stateId: 4,
      lastError: "interrupted: up to 1 label may have been printed (cancelled)",
      isInterrupted: true,
    },
    "danger",
    "Interrupted: up to 1 label may have been printed (cancelled).",
    /may have been printed/,
  ],
])("the status of a print request %j is described", (known, tone, words, advice) => {
  chosenLanguage.value = "en";
  const status = requestText({ ...REQUEST, ...known });
  expect([status.tone, status.text]).toEqual([tone, words]);
  if (advice === null) expect(status.advice).toBe(null);
  else expect(status.advice).toMatch(advice);
});
