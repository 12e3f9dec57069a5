import { signal } from "@preact/signals";

/** The browser's storage does not respond: another page may block it, or the browser has a fault. */
export const isStorageBlocked = signal(false);

/**
 * Seconds before a wait counts as blocked. Counted by ticks, so that the time of a sleeping device does not
 * count.
 */
const LIMIT_S = 8;

/** Current waits for the storage, with their seconds. */
const waiting = new Map<object, number>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Records a wait for the storage. Returns the function that ends it. */
export function waitForStorage(): () => void {
  const wait = {};
  waiting.set(wait, 0);
  timer ??= setInterval(tick, 1000);
  return () => {
    waiting.delete(wait);
    if (isStorageBlocked.peek()) update();
  };
}

function tick(): void {
  for (const [wait, seconds] of waiting) waiting.set(wait, seconds + 1);
  update();
  if (waiting.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function update(): void {
  isStorageBlocked.value = [...waiting.values()].some((seconds) => seconds >= LIMIT_S);
}
