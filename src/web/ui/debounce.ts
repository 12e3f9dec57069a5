import { useEffect, useRef, useState } from "preact/hooks";

/** Values that follow each other this fast are passed on together, in ms … */
export const PAUSE_MS = 90;
/** … but while values keep coming, one is passed on this often, in ms. */
export const LONGEST_MS = 400;

/** Time, and doing something later unless it is called off. */
export interface Timer {
  now(): number;
  after(ms: number, done: () => void): () => void;
}

interface Debounced<T> {
  give(value: T): void;
  stop(): void;
}

/** Passes on the last value after a pause of 90 ms, and every 400 ms while values keep coming. */
export function debounce<T>(timer: Timer, tell: (value: T) => void): Debounced<T> {
  let since: number | null = null;
  let callOff = () => {};
  return {
    give(value) {
      const now = timer.now();
      since ??= now;
      callOff();
      const wait = Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - now));
      callOff = timer.after(wait, () => {
        since = null;
        tell(value);
      });
    },
    stop: () => callOff(),
  };
}

const CLOCK: Timer = {
  now: () => performance.now(),
  after(ms, done) {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
};

/** `debounce` for a component; when it is removed, the value that is still held is dropped. */
export function useDebounced<T>(tell: (value: T) => void): (value: T) => void {
  const latest = useRef(tell);
  latest.current = tell;
  const [debounced] = useState(() => debounce(CLOCK, (value: T) => latest.current(value)));
  useEffect(() => debounced.stop, []);
  return debounced.give;
}

/** A typed value a moment after its last change, for requests. */
export function useSettledValue(value: string): string {
  const [settled, setSettled] = useState(value);
  const settle = useDebounced(setSettled);
  useEffect(() => settle(value), [value]);
  return settled;
}
