import { expect, test } from "vitest";
import { afterQuiet } from "../../../src/web/scanner/quiet.ts";

/** A page whose turns come as late as the table says: how long after its start the silence is over. */
function endOf(ms: number, lateness: (now: number) => number): number {
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
    "a page that is held up once for 400 ms: the silence is counted beside it",
    (now: number) => (now > 50 && now < 100 ? 400 : 0),
    500,
    600,
  ],
  [
    "a page that is always held up: a second later, so that no scan is held back for ever",
    () => 100,
    1150,
    1280,
  ],
])("%s", (_, lateness, least, most) => {
  const ended = endOf(150, lateness);
  expect(ended).toBeGreaterThanOrEqual(least);
  expect(ended).toBeLessThanOrEqual(most);
});
