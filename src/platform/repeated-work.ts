/** Work that runs again as long as it is asked for, one run at a time. */
interface RepeatedWork {
  /** Begins a run, or another one after the present run. */
  ask(): void;
  /** True after `stop`: the work ends at its next step. */
  isStopping(): boolean;
  /** Ends it. Resolves when no run is left. */
  stop(): Promise<void>;
}

/** Makes repeated work. `failed` gets the error of a run; the next `ask` runs it again. */
export function repeatedWork(work: () => Promise<void>, failed: (error: unknown) => void): RepeatedWork {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;

  const run = async () => {
    while (isAsked && !isStopped) {
      isAsked = false;
      await work();
    }
  };
  const ask = () => {
    isAsked = true;
    if (isStopped || running !== null) return;
    running = run()
      .catch(failed)
      .finally(() => {
        running = null;
        // It was asked for between the end of the work and now.
        if (isAsked) ask();
      });
  };
  return {
    ask,
    isStopping: () => isStopped,
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
