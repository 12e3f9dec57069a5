import { onTestFinished, vi } from "vitest";

/** Timers of this process that a test can move on; they go on by themselves, too. */
export interface TestTimers {
  /** Lets so much time pass for them at once: what is due fires, in its order. */
  advance(ms: number): Promise<void>;
}

/** From now on until the test ends `setTimeout` and `setInterval` are movable. Call it before `startServer`. */
export function useTestTimers(): TestTimers {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  onTestFinished(() => void vi.useRealTimers());
  return {
    async advance(ms) {
      await vi.advanceTimersByTimeAsync(ms);
    },
  };
}
