import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { againLater } from "../../../src/web/answers/again-later.ts";
import { stateOf } from "../../../src/web/answers/use-answer.ts";
import { Refused } from "../../../src/web/box/ask.ts";

const refused = (status: number, headers: Record<string, string> = {}) =>
  new Refused(status, { message: "No." }, new Headers(headers));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["after as many seconds as the box says", { "Retry-After": "7" }, 7000],
  ["after half a minute where it says none", {}, 30_000],
])("what is refused for now (429) is asked for again %s, and is no failure meanwhile", (_, headers, ms) => {
  const again = vi.fn();
  againLater(refused(429, headers), again);
  expect(stateOf(refused(429, headers))).toEqual({ state: "late", problem: null });
  vi.advanceTimersByTime(ms - 1);
  expect(again).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(again).toHaveBeenCalledTimes(1);
});

test("whoever leaves before asks no more, and what is refused for good is not asked for again", () => {
  const again = vi.fn();
  againLater(refused(429), again)();
  againLater(refused(404), again);
  againLater(new Error("unexpected"), again);
  vi.runAllTimers();
  expect(again).not.toHaveBeenCalled();
});
