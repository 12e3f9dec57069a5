import { expect, test } from "vitest";
import { afterQuiet } from "../../../src/web/scanner/quiet.ts";

/** Simulates a page with late timers. Returns when the silence has ended, in ms after its start. */
function findEnd(ms: number, lateness: (now: number) => number): number {
  let now = 0;
  let ended = -1;
  const waiting: { at: number; run: () => void }[] = [];
  const turns = {
    now: () => now,
    wait: (after: number, run: () => void) => waiting.push({ at: now + after, run }),
  };
  afterQuiet(
    ms,
    () => {
      ended = now;
    },
    { now: turns.now, wait: (after, run) => void turns.wait(after, run) },
  );
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    now = next.at + lateness(now);
    next.run();
  }
  return ended;
}

test.each([
  ["an idle page: after the silence", () => 0, 150, 155],
  [
    "a page that is blocked once for 400 ms: that time does not count as silence",
    (now: number) => (now > 50 && now < 100 ? 400 : 0),
    500,
    600,
  ],
  ["a page that is always blocked: a second later at most", () => 100, 1150, 1280],
])("a silence of 150 ms ends on %s", (_, lateness, least, most) => {
  const ended = findEnd(150, lateness);
  expect(ended).toBeGreaterThanOrEqual(least);
  expect(ended).toBeLessThanOrEqual(most);
});
