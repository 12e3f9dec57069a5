/** Pauses of a work that goes on until `signal` aborts. */
export interface Delays {
  /** Resolves after `ms`, or before: at `wake`, and at the end. */
  wait(ms: number): Promise<void>;
  /** Ends the pause of this moment. */
  wake(): void;
}

/** Pauses that end at once when `signal` is given. */
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
