/** Clock and timer of the page. */
interface Clock {
  now(): number;
  /** Returns the function that cancels the timer. */
  wait(ms: number, run: () => void): () => void;
}

const TICK_MS = 25;
/** The maximum delay of a scan without an end key on a busy device. */
const MAX_BUSY_MS = 1000;

/**
 * Calls `run` after `ms` of idle time. On a busy device keys arrive late, and a plain timer would split a
 * code. Returns the function that cancels it.
 */
export function afterIdle(ms: number, run: () => void, { now, wait }: Clock): () => void {
  const deadline = now() + ms + MAX_BUSY_MS;
  let remaining = ms;
  let before = now();
  const tick = () => {
    const elapsed = now() - before;
    before = now();
    if (elapsed < 2 * TICK_MS) remaining -= elapsed;
    if (remaining <= 0 || before >= deadline) run();
    else cancel = wait(Math.min(TICK_MS, remaining), tick);
  };
  let cancel = wait(Math.min(TICK_MS, ms), tick);
  return () => cancel();
}
