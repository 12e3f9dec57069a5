import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "../../../../src/web/console/system/poll.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("however slow the box is, it is never asked twice at once; stopped, it is not asked any more", async () => {
  const answers: (() => void)[] = [];
  const look = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
  const { now, stop } = poll(look, 1000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(1);
  // Somebody wants to know at once: they wait for the look that is under way.
  const asked = now();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(look).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await asked;
  await vi.advanceTimersByTimeAsync(1000);
  expect(look).toHaveBeenCalledTimes(3);
  stop();
  answers[2]?.();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(look).toHaveBeenCalledTimes(3);
});
