import { expect, test } from "vitest";
import { afterReport, LOST_MS, pauseOf, pitchOf, shareOf } from "../../../src/web/terminal/tags/reading.ts";

test("the level follows the reports smoothly, is kept without one, and is gone when the tag is out of reach", () => {
  const far = afterReport(null, -70, 0);
  expect(far.dBm).toBe(-70);
  const jump = afterReport(far, -40, 100);
  expect(jump.dBm).toBeGreaterThan(-70);
  expect(jump.dBm).toBeLessThan(-40);
  expect(afterReport(jump, null, 200)).toEqual({ at: 200, dBm: jump.dBm });
  expect(shareOf(jump, 100)).toBeGreaterThan(shareOf(far, 0));
  expect(shareOf(jump, 100 + LOST_MS + 1)).toBe(0);
  // After a pause the old level says nothing.
  expect(afterReport(jump, -75, 100 + 2 * LOST_MS).dBm).toBe(-75);
});

test("the bar goes from -80 to -30 dBm, and the tone is higher and faster where the tag is near", () => {
  expect(shareOf({ at: 0, dBm: -30 }, 0)).toBe(1);
  expect(shareOf({ at: 0, dBm: -20 }, 0)).toBe(1);
  expect(shareOf({ at: 0, dBm: -90 }, 0)).toBe(0.05);
  expect(shareOf({ at: 0, dBm: null }, 0)).toBe(0);
  expect(pitchOf(1)).toBeGreaterThan(pitchOf(0));
  expect(pauseOf(1)).toBeLessThan(pauseOf(0));
});
