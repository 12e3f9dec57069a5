/**
 * Runs `work` one at a time. Requests during a run lead to one more run after it. `work` calls `begin` when it starts
 * to read: earlier requests need no further run.
 */
export interface Coalesced {
  /** Requests a run. Resolves after the last run; throws the error of the work. */
  run(): Promise<void>;
  /** Requests a further run where one is under way. */
  repeat(): void;
  /** True from a request until a run begins to read. What a run has read is then outdated. */
  isRequested(): boolean;
}

/**
 * Runs `work` one at a time. A request during a run leads to one more run after it, however many there are. `work` calls `begin`
 * when it begins to read: requests before that need no further run.
 */
export function coalesced(work: (begin: () => void) => Promise<void>): Coalesced {
  let running: Promise<void> | null = null;
  let isRequested = false;
  const begin = () => {
    isRequested = false;
  };

  async function runAll(): Promise<void> {
    try {
      while (isRequested) await work(begin);
    } finally {
      // In the same step as the last check, so that no request in between is lost.
      running = null;
    }
  }

  return {
    run() {
      isRequested = true;
      running ??= runAll();
      return running;
    },
    repeat() {
      if (running !== null) isRequested = true;
    },
    isRequested: () => isRequested,
  };
}
