import { expect, test } from "vitest";
import { TUNES, VERDICTS } from "../../../src/web/feedback/tunes.ts";
import type { Verdict } from "../../../src/web/kept/outbox-shapes.ts";

/** What is left of a tune for whoever hears no pitch: how many tones, and how long each is. */
const rhythm = (verdict: Verdict) =>
  TUNES[verdict].notes.map(({ ms }) => (ms < 60 ? "tick" : ms < 200 ? "short" : "long")).join(" ");

test("each verdict has a rhythm of its own", () => {
  expect(VERDICTS.map(rhythm)).toEqual([
    "short",
    "tick",
    "short short",
    "short long",
    "long short",
    "tick tick tick",
    "short short short short",
    "short short short",
    "long",
  ]);
});

test("each verdict feels different in the hand", () => {
  const felt = VERDICTS.map((verdict) => TUNES[verdict].vibration.join());
  expect(new Set(felt).size).toBe(VERDICTS.length);
});

test.each(VERDICTS)(
  "%s begins at once, is over soon, and keeps to what a small speaker and an old ear can do",
  (verdict) => {
    const { notes } = TUNES[verdict];
    expect(notes[0]?.at).toBe(0);
    for (const { at, ms, hz } of notes) {
      expect(at + ms).toBeLessThanOrEqual(600);
      expect(hz).toBeGreaterThan(350);
      expect(hz).toBeLessThan(2000);
    }
  },
);

test("the tones of a verdict follow each other with a pause that can be heard", () => {
  for (const verdict of VERDICTS) {
    TUNES[verdict].notes.forEach(({ at }, index, all) => {
      const before = all[index - 1];
      if (before !== undefined) expect(at - before.at - before.ms).toBeGreaterThanOrEqual(40);
    });
  }
});
