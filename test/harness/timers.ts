import { onTestFinished, vi } from "vitest";

/** Timers of this process that a test can move on; they go on by themselves, too. */
export interface MovableTimers {
  /** Lets so much time pass for them at once: what is due fires, in its order. */
  pass(ms: number): Promise<void>;
}

/** From now on until the test ends `setTimeout` and `setInterval` are movable. Call it before `aBox`. */
export function movableTimers(): MovableTimers {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  return {
    async pass(ms) {
      await vi.advanceTimersByTimeAsync(ms);
    },
  };
}
