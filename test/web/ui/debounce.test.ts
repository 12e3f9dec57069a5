import { expect, test } from "vitest";
import { debounce, LONGEST_MS, PAUSE_MS, type Timer } from "../../../src/web/ui/debounce.ts";

test("one letter is passed on after a pause; of many fast ones only the last and some between them are", () => {
  const { timer, goTo } = createTimer();
  const given: [number, string][] = [];
  const debounced = debounce(timer, (text: string) => given.push([timer.now(), text]));
  debounced.give("a");
  goTo(1000);
  expect(given).toEqual([[PAUSE_MS, "a"]]);
  for (let at = 1000; at <= 3000; at += 50) {
    goTo(at);
    debounced.give(`at ${at}`);
  }
  goTo(9000);
  const later = given.slice(1).map(([at]) => at);
  expect(given.at(-1)).toEqual([3000 + PAUSE_MS, "at 3000"]);
  expect(later.length).toBeLessThanOrEqual(2000 / LONGEST_MS + 1);
  expect(later.length).toBeGreaterThanOrEqual(4);
});

test("text that is still held when the screen is left is not passed on", () => {
  const { timer, goTo } = createTimer();
  const given: string[] = [];
  const debounced = debounce(timer, (text: string) => given.push(text));
  debounced.give("a");
  debounced.stop();
  goTo(1000);
  expect(given).toEqual([]);
});

test("text that is held when its field is left is passed on at once, and only once", () => {
  const { timer, goTo } = createTimer();
  const given: [number, string][] = [];
  const debounced = debounce(timer, (text: string) => given.push([timer.now(), text]));
  debounced.flush();
  debounced.give("a");
  goTo(1);
  debounced.flush();
  debounced.flush();
  goTo(1000);
  debounced.give("b");
  debounced.stop();
  debounced.flush();
  expect(given).toEqual([[1, "a"]]);
});

/** Creates a timer that `goTo` advances. */
function createTimer(): { readonly timer: Timer; readonly goTo: (ms: number) => void } {
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
