import { useEffect, useRef, useState } from "preact/hooks";

/** Values that follow each other within this time are combined, in ms … */
export const PAUSE_MS = 90;
/** … but at least one is passed on in this time, in ms. */
export const LONGEST_MS = 400;

/** A clock and a timer. The returned function cancels the timer. */
export interface Timer {
  now(): number;
  after(ms: number, done: () => void): () => void;
}

interface Debounced<T> {
  give(value: T): void;
  /** Passes on the value that waits, at once. */
  flush(): void;
  /** Drops the value that was not passed on. */
  stop(): void;
}

/** Passes on the last value after a pause of 90 ms, and every 400 ms while values keep coming. */
export function debounce<T>(timer: Timer, tell: (value: T) => void): Debounced<T> {
  let since: number | null = null;
  let callOff = () => {};
  let pass = () => {};
  const stop = () => {
    callOff();
    since = null;
    pass = () => {};
  };
  return {
    give(value) {
      const now = timer.now();
      since ??= now;
      callOff();
      const wait = Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - now));
      pass = () => {
        stop();
        tell(value);
      };
      callOff = timer.after(wait, pass);
    },
    flush: () => pass(),
    stop,
  };
}

const CLOCK: Timer = {
  now: () => performance.now(),
  after(ms, done) {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  },
};

/** `debounce` for a component. Unmounting drops the value that was not passed on. */
export function useDebounced<T>(tell: (value: T) => void): Debounced<T> {
  const latest = useRef(tell);
  latest.current = tell;
  const [debounced] = useState(() => debounce(CLOCK, (value: T) => latest.current(value)));
  useEffect(() => debounced.stop, []);
  return debounced;
}

/** A typed value, delayed until a pause in typing, for requests. */
export function useSettledValue(value: string): string {
  const [settled, setSettled] = useState(value);
  const { give } = useDebounced(setSettled);
  useEffect(() => give(value), [value]);
  return settled;
}
