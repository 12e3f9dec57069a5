import { expect, test } from "vitest";
import { afterIdle } from "../../../src/web/scanner/after-idle.ts";

/** Simulates a page with late timers. Returns when the silence has ended, in ms after its start. */
function findEnd(ms: number, lateness: (now: number) => number): number {
  let now = 0;
  let ended = -1;
  const waiting: { at: number; run: () => void }[] = [];
  const turns = {
    now: () => now,
    wait(after: number, run: () => void) {
      const one = { at: now + after, run };
      waiting.push(one);
      return () => void waiting.splice(waiting.indexOf(one), 1);
    },
  };
  afterIdle(
    ms,
    () => {
      ended = now;
    },
    turns,
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

test("a silence that is called off does not end, however far it was", () => {
  const timers: (() => void)[] = [];
  let now = 0;
  let isOver = false;
  const wait = (_: number, run: () => void) => {
    timers.push(run);
    return () => void timers.splice(0);
  };
  const callOff = afterIdle(
    150,
    () => {
      isOver = true;
    },
    { now: () => now, wait },
  );
  now += 25;
  timers.shift()?.();
  callOff();
  expect([timers.length, isOver]).toEqual([0, false]);
});
