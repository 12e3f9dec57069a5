import { expect, test } from "vitest";
import { textIn } from "../../../src/i18n/text.ts";
import {
  COMPLETE,
  ICONS,
  NAMES,
  PLACE,
  RETURNED,
  TUNES,
  type Tune,
  VERDICTS,
} from "../../../src/web/feedback/sounds.ts";

// Scan results, a change of the location, a complete location and a return differ without their colour: in words, icon, sound and vibration.

/** Finds equal pairs. */
function findEqualPairs(signs: readonly string[]): readonly string[] {
  return signs.flatMap((sign, at) =>
    signs
      .slice(at + 1)
      .flatMap((other, more) => (sign === other ? [`${at} = ${at + 1 + more}: ${sign}`] : [])),
  );
}

const ALL: readonly Tune[] = [...VERDICTS.map((verdict) => TUNES[verdict]), PLACE, COMPLETE, RETURNED];

/** Number and length of the tones, without their pitch. */
const rhythm = ({ notes }: Tune) =>
  notes.map(({ ms }) => (ms < 60 ? "tick" : ms < 110 ? "short" : ms < 200 ? "medium" : "long")).join(" ");

test.each([
  ["English words", VERDICTS.map((verdict) => textIn(NAMES[verdict], "en"))],
  ["Czech words", VERDICTS.map((verdict) => textIn(NAMES[verdict], "cs"))],
  ["icons", VERDICTS.map((verdict) => ICONS[verdict])],
  ["rhythms", ALL.map(rhythm)],
  ["vibrations", ALL.map(({ vibration }) => vibration.join())],
])("no two scan results have the same %s", (_, signs) => {
  expect(findEqualPairs(signs)).toEqual([]);
});

test("the signal of a complete location begins after the tones of the last scan", () => {
  const first = Math.min(...COMPLETE.notes.map(({ at }) => at));
  for (const verdict of ["counted", "added"] as const)
    for (const { at, ms } of TUNES[verdict].notes) expect(at + ms).toBeLessThan(first);
});

test.each(VERDICTS)(
  "the tones of %s begin at once, end within 600 ms, are between 350 and 2000 Hz and have at least 40 ms between them",
  (verdict) => {
    let end = -40;
    for (const { at, ms, hz } of TUNES[verdict].notes) {
      expect(at - end).toBeGreaterThanOrEqual(40);
      end = at + ms;
      expect(hz).toBeGreaterThan(350);
      expect(hz).toBeLessThan(2000);
    }
    expect(TUNES[verdict].notes[0]?.at).toBe(0);
    expect(end).toBeLessThanOrEqual(600);
  },
);
