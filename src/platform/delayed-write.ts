/** Makes a delayed write. `onError` receives the errors of `work`. */
export function makeDelayedWrite(work: () => Promise<void>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | null = null;
  let scheduledMs = Number.POSITIVE_INFINITY;
  const cancel = () => {
    clearTimeout(timer ?? undefined);
    timer = null;
    scheduledMs = Number.POSITIVE_INFINITY;
  };
  return {
    /** Writes in `ms`. A write that is scheduled with the same or a shorter delay stays. */
    schedule(ms: number) {
      if (ms >= scheduledMs) return;
      cancel();
      scheduledMs = ms;
      timer = setTimeout(() => {
        cancel();
        work().catch(onError);
      }, ms).unref();
    },
    cancel,
  };
}
