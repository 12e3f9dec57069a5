import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../src/web/api/errors.ts";
import { stateOf } from "../../../src/web/query/query-state.ts";
import { retryLater } from "../../../src/web/query/use-query.ts";

const refused = (status: number, headers: Record<string, string> = {}) =>
  new ApiError(status, { message: "No." }, new Headers(headers));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["after the seconds of Retry-After", { "Retry-After": "7" }, 7000],
  ["after 30 seconds without Retry-After", {}, 30_000],
])("a request answered with 429 is repeated %s, and has not failed until then", (_, headers, ms) => {
  const again = vi.fn();
  retryLater(refused(429, headers), again);
  expect(stateOf(refused(429, headers))).toEqual({ state: "late", problem: null });
  vi.advanceTimersByTime(ms - 1);
  expect(again).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(again).toHaveBeenCalledTimes(1);
});

test("a cancelled request is not repeated, nor one with another error", () => {
  const again = vi.fn();
  retryLater(refused(429), again)();
  retryLater(refused(404), again);
  retryLater(new Error("unexpected"), again);
  vi.runAllTimers();
  expect(again).not.toHaveBeenCalled();
});
