import { signal } from "@preact/signals";

/** The browser's storage does not respond: another page may hold it, or the browser may be at fault. */
export const isStorageBlocked = signal(false);

/** Seconds that anything may wait. Counted by ticks: while the device sleeps none goes by. */
const LIMIT_S = 8;

/** What waits for the storage, and for how many seconds. */
const waiting = new Map<object, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Notes that something waits for the storage; the function given back ends that. */
export function waitForStorage(): () => void {
  const one = {};
  waiting.set(one, 0);
  timer ??= setInterval(tick, 1000);
  return () => {
    waiting.delete(one);
    if (isStorageBlocked.peek()) look();
  };
}

function tick(): void {
  for (const [one, seconds] of waiting) waiting.set(one, seconds + 1);
  look();
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function look(): void {
  isStorageBlocked.value = [...waiting.values()].some((seconds) => seconds >= LIMIT_S);
}
