import { expect, test } from "vitest";
import { textIn } from "../../../src/i18n/text.ts";
import { ICONS, NAMES, PLACE, TUNES, VERDICTS } from "../../../src/web/feedback/sounds.ts";

// Scan results differ without their colour: in words, icon, sound and vibration.

/** Finds equal pairs. */
function findEqualPairs(signs: readonly string[]): readonly string[] {
  return signs.flatMap((sign, at) =>
    signs
      .slice(at + 1)
      .flatMap((other, more) => (sign === other ? [`${at} = ${at + 1 + more}: ${sign}`] : [])),
  );
}

/** Number and length of the tones, without their pitch. */
const rhythm = ({ notes }: (typeof TUNES)["counted"]) =>
  notes.map(({ ms }) => (ms < 60 ? "tick" : ms < 110 ? "short" : ms < 200 ? "medium" : "long")).join(" ");

test.each([
  ["English words", VERDICTS.map((verdict) => textIn(NAMES[verdict], "en"))],
  ["Czech words", VERDICTS.map((verdict) => textIn(NAMES[verdict], "cs"))],
  ["icons", VERDICTS.map((verdict) => ICONS[verdict])],
  [
    "sounds",
    [...VERDICTS.map((verdict) => JSON.stringify(TUNES[verdict].notes)), JSON.stringify(PLACE.notes)],
  ],
  ["rhythms", [...VERDICTS.map((verdict) => rhythm(TUNES[verdict])), rhythm(PLACE)]],
  ["vibrations", [...VERDICTS.map((verdict) => TUNES[verdict].vibration.join()), PLACE.vibration.join()]],
])("no two scan results have the same %s", (_, signs) => {
  expect(findEqualPairs(signs)).toEqual([]);
});
