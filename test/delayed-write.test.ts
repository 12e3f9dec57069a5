import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeDelayedWrite } from "../src/platform/delayed-write.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A delayed write that counts its runs, the first `failures` of which fail. */
function createWrite(failures = 0) {
  const counts = { runs: 0, errors: [] as unknown[] };
  const delayed = makeDelayedWrite(
    async () => {
      counts.runs += 1;
      if (counts.runs <= failures) throw new Error("no disk");
    },
    (error) => counts.errors.push(error),
  );
  return { counts, delayed };
}

test("a write that is scheduled again and again is not put off", async () => {
  const { counts, delayed } = createWrite();
  for (let step = 0; step < 10; step++) {
    delayed.schedule(1000);
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(counts.runs).toBe(2);
});

test("a shorter delay replaces a longer one, and leads to one write", async () => {
  const { counts, delayed } = createWrite();
  delayed.schedule(1000);
  delayed.schedule(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(counts.runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(counts.runs).toBe(1);
});

test("a cancelled write does not run, and the next one can be scheduled", async () => {
  const { counts, delayed } = createWrite();
  delayed.schedule(100);
  delayed.cancel();
  await vi.advanceTimersByTimeAsync(100);
  expect(counts.runs).toBe(0);
  delayed.schedule(200);
  await vi.advanceTimersByTimeAsync(200);
  expect(counts.runs).toBe(1);
});

test("an error of the write is reported, and the next one can be scheduled", async () => {
  const { counts, delayed } = createWrite(1);
  delayed.schedule(100);
  await vi.advanceTimersByTimeAsync(100);
  delayed.schedule(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(counts).toEqual({ runs: 2, errors: [new Error("no disk")] });
});
