import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "../../../../src/web/console/realtime/poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("requests never overlap, however slow the server is, and end with stop", async () => {
  const responses: (() => void)[] = [];
  const request = vi.fn(() => new Promise<void>((resolve) => responses.push(resolve)));
  const { now, stop } = poll(request, 1000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(1);
  // An immediate request waits for the running one.
  const immediate = now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(1);
  responses[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(request).toHaveBeenCalledTimes(2);
  responses[1]?.();
  await immediate;
  await vi.advanceTimersByTimeAsync(1000);
  expect(request).toHaveBeenCalledTimes(3);
  stop();
  responses[2]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(request).toHaveBeenCalledTimes(3);
});
