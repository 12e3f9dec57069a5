import { expect, test } from "vitest";
import type { Verdict } from "../../../src/web/db/outbox-shapes.ts";
import { TUNES, VERDICTS } from "../../../src/web/feedback/sounds.ts";

/** Number and length of the tones, without their pitch. */
const rhythm = (verdict: Verdict) =>
  TUNES[verdict].notes.map(({ ms }) => (ms < 60 ? "tick" : ms < 200 ? "short" : "long")).join(" ");

test("each scan result has its own rhythm", () => {
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

test("each scan result has its own vibration", () => {
  const felt = VERDICTS.map((verdict) => TUNES[verdict].vibration.join());
  expect(new Set(felt).size).toBe(VERDICTS.length);
});

test.each(VERDICTS)(
  "the tones of %s begin at once, end within 600 ms and are between 350 and 2000 Hz",
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

test("between two tones of a scan result there are at least 40 ms", () => {
  for (const verdict of VERDICTS) {
    TUNES[verdict].notes.forEach(({ at }, index, all) => {
      const before = all[index - 1];
      if (before !== undefined) expect(at - before.at - before.ms).toBeGreaterThanOrEqual(40);
    });
  }
});
