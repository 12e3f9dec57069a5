import { onTestFinished, vi } from "vitest";

/** Timers of this process that a test can advance. They also go on by themselves. */
export interface TestTimers {
  /** Advances the timers by `ms` at once: due ones fire in their order. */
  advance(ms: number): Promise<void>;
}

/** Replaces `setTimeout` and `setInterval` until the test ends. To be called before `startServer`. */
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
