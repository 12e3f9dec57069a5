import { expect, test } from "vitest";
import { nextTryAfter } from "../../src/webhooks/dispatch.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 1_800_000_000_000;

/** The pause after an attempt of a delivery that was queued so long ago; null: no more. */
function pauseAfter(attempts: number, ageMs: number, retryAfterMs: number | null = null, random = 0) {
  const attempt = { attempts, queuedAt: NOW - ageMs, giveUpBefore: NOW - 3 * DAY_MS, now: NOW, retryAfterMs };
  const next = nextTryAfter(attempt, random);
  return next === null ? null : next - NOW;
}

test("pauses grow from five seconds to eight hours, up to a fifth longer", () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseAfter(index + 1, 0));
  expect(pauses.slice(0, 3)).toEqual([5000, 30_000, 120_000]);
  expect(pauses.at(-1)).toBe(8 * HOUR_MS);
  expect(pauseAfter(1, 0, null, 1)).toBe(6000);
});

test("the last attempt is after three days", () => {
  expect(pauseAfter(12, 3 * DAY_MS - HOUR_MS)).toBe(HOUR_MS);
  expect(pauseAfter(12, 3 * DAY_MS)).toBeNull();
});

test("a server that was off for three days tries five times all the same", () => {
  expect(pauseAfter(1, 10 * DAY_MS)).toBe(5000);
  expect(pauseAfter(4, 10 * DAY_MS)).toBe(600_000);
  expect(pauseAfter(5, 10 * DAY_MS)).toBeNull();
});

test("a receiver may ask for a longer pause, of six hours at most, but for no shorter one", () => {
  expect(pauseAfter(1, 0, HOUR_MS)).toBe(HOUR_MS);
  expect(pauseAfter(1, 0, DAY_MS)).toBe(6 * HOUR_MS);
  expect(pauseAfter(9, 0, 1000)).toBe(8 * HOUR_MS);
});

test("a clock that was moved ahead does not make attempts follow each other at once", () => {
  const attempt = { attempts: 3, queuedAt: NOW - 10 * DAY_MS, giveUpBefore: NOW - 30 * DAY_MS };
  expect(nextTryAfter({ ...attempt, now: NOW, retryAfterMs: null }, 0)).toBe(NOW + 120_000);
});
