import { expect, test } from "vitest";
import { COMPLETE, PLACE, TUNES, type Tune, VERDICTS } from "../../../src/web/feedback/sounds.ts";

const rhythm = ({ notes }: Tune) =>
  notes.map(({ ms }) => (ms < 60 ? "tick" : ms < 200 ? "short" : "long")).join(" ");

test("the signal of a complete location differs in rhythm and vibration from all scan results and from a change of the location", () => {
  const others = [PLACE, ...VERDICTS.map((verdict) => TUNES[verdict])];
  expect(others.map(rhythm)).not.toContain(rhythm(COMPLETE));
  expect(others.map(({ vibration }) => vibration.join())).not.toContain(COMPLETE.vibration.join());
  // The tones of the last scan end before it begins.
  const first = Math.min(...COMPLETE.notes.map(({ at }) => at));
  for (const verdict of ["counted", "added"] as const)
    for (const { at, ms } of TUNES[verdict].notes) expect(at + ms).toBeLessThan(first);
});
