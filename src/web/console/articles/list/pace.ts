import { useEffect, useRef, useState } from "preact/hooks";

/** Letters that follow each other this fast are asked for together … */
export const PAUSE_MS = 90;
/** … but whoever types on sees something all the same. */
export const LONGEST_MS = 400;

/** Time, and doing something later unless it is called off. */
export interface Timer {
  now(): number;
  after(ms: number, done: () => void): () => void;
}

interface Pace<T> {
  give(value: T): void;
  stop(): void;
}

/** Tells what is given last when nothing more comes for a moment, and now and then while more comes. */
export function paced<T>(timer: Timer, tell: (value: T) => void): Pace<T> {
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

/** The same for a screen; leaving it calls off what was not told yet. */
export function usePace<T>(tell: (value: T) => void): (value: T) => void {
  const latest = useRef(tell);
  latest.current = tell;
  const [pace] = useState(() => paced(CLOCK, (value: T) => latest.current(value)));
  useEffect(() => pace.stop, []);
  return pace.give;
}
