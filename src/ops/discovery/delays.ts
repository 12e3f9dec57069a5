/** Cancellable delays. */
export interface Delays {
  /** Resolves after `ms`, or earlier by `wake` or when the signal aborts. */
  wait(ms: number): Promise<void>;
  /** Ends the current delay. */
  wake(): void;
}

/** Creates delays that end at once when `signal` aborts. */
export function makeDelays(signal: AbortSignal): Delays {
  let wake = () => {};
  signal.addEventListener("abort", () => wake());
  return {
    async wait(ms) {
      if (signal.aborted) return;
      await new Promise<void>((done) => {
        const timer = setTimeout(done, ms).unref();
        wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    },
    wake: () => wake(),
  };
}
