/** The page's clock and timer. */
export interface Turns {
  now(): number;
  /** The function given back calls it off. */
  wait(ms: number, run: () => void): () => void;
}

const TURN_MS = 25;
/** However busy the device is, a scan without an end key is not held back longer than this. */
const MOST_BUSY_MS = 1000;

/**
 * Calls `run` after `ms` in which the page was given its turns in time. On a device that is busy keys come late, and a timer
 * alone would cut a code in two. The function given back calls it off.
 */
export function afterQuiet(ms: number, run: () => void, { now, wait }: Turns): () => void {
  const latest = now() + ms + MOST_BUSY_MS;
  let left = ms;
  let before = now();
  const turn = () => {
    const passed = now() - before;
    before = now();
    if (passed < 2 * TURN_MS) left -= passed;
    if (left <= 0 || before >= latest) run();
    else callOff = wait(Math.min(TURN_MS, left), turn);
  };
  let callOff = wait(Math.min(TURN_MS, ms), turn);
  return () => callOff();
}
