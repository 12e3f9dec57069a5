import { expect, test } from "vitest";
import { LONGEST_MS, PAUSE_MS, paced, type Timer } from "../../../../src/web/console/articles/list/pace.ts";

test("one letter is told after a pause, and of many that follow fast only the last and some in between", () => {
  const { timer, goTo } = aTimer();
  const told: [number, string][] = [];
  const pace = paced(timer, (text: string) => told.push([timer.now(), text]));
  pace.give("a");
  goTo(1000);
  expect(told).toEqual([[PAUSE_MS, "a"]]);
  for (let at = 1000; at <= 3000; at += 50) {
    goTo(at);
    pace.give(`at ${at}`);
  }
  goTo(9000);
  const later = told.slice(1).map(([at]) => at);
  expect(told.at(-1)).toEqual([3000 + PAUSE_MS, "at 3000"]);
  expect(later.length).toBeLessThanOrEqual(2000 / LONGEST_MS + 1);
  expect(later.length).toBeGreaterThanOrEqual(4);
});

test("what was not told yet when the screen is left is not told", () => {
  const { timer, goTo } = aTimer();
  const told: string[] = [];
  const pace = paced(timer, (text: string) => told.push(text));
  pace.give("a");
  pace.stop();
  goTo(1000);
  expect(told).toEqual([]);
});

/** Time that goes on when it is told to. */
function aTimer(): { readonly timer: Timer; readonly goTo: (ms: number) => void } {
  let now = 0;
  const waiting = new Set<{ readonly at: number; readonly done: () => void }>();
  const timer: Timer = {
    now: () => now,
    after(ms, done) {
      const one = { at: now + ms, done };
      waiting.add(one);
      return () => waiting.delete(one);
    },
  };
  const goTo = (ms: number) => {
    for (const one of [...waiting].filter(({ at }) => at <= ms).sort((a, b) => a.at - b.at)) {
      waiting.delete(one);
      now = one.at;
      one.done();
    }
    now = ms;
  };
  return { timer, goTo };
}
