/** Makes repeated work. `failed` gets the error of a run; the next `ask` runs it again. */
export function repeatedWork(work: () => Promise<void>, failed: (error: unknown) => void) {
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
    /** Begins a run, or another one after the present run. */
    ask,
    /** True after `stop`: the work ends at its next step. */
    isStopping: () => isStopped,
    /** Ends it. Resolves when no run is left. */
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
