import { localHour } from "../domain/local-time.ts";
import { RELEASED } from "./version.ts";

/** A forward step of the system clock: no time passed between `from` and `to` (milliseconds since 1970). */
interface Jump {
  readonly from: number;
  readonly to: number;
}

/** The only source of time. It is monotonic: `now()` never returns less than before. */
export type Clock = ReturnType<typeof makeClock>;

/** Smaller steps are ordinary corrections of the clock. */
const MIN_JUMP_MS = 60_000;
const BEHIND_MS = 1000;
/** A machine without a clock battery jumps at each start. */
const MAX_JUMPS = 200;

/**
 * Makes a clock of the system clock (`Date.now`) and a monotonic clock, which continues where the system clock steps back. It
 * starts at the program's release or later: the system clock of a machine without a clock battery starts in 1970.
 */
export function makeClock(system: () => number = Date.now, monotonic = () => performance.now()) {
  let base = Math.max(system(), RELEASED);
  let baseAt = monotonic();
  let jumps: readonly Jump[] = [];
  const listeners: ((jump: Jump) => void)[] = [];
  // The base does not move while the system clock is behind: each move would lose a fraction of a millisecond.
  const elapsed = () => base + (monotonic() - baseAt);

  function setBase(ms: number): void {
    base = ms;
    baseAt = monotonic();
  }
  function now(): number {
    const ms = system();
    const expected = elapsed();
    if (ms <= expected) return Math.floor(expected);
    setBase(ms);
    if (ms - expected > MIN_JUMP_MS) addJump({ from: Math.floor(expected), to: ms });
    return ms;
  }
  function addJump(jump: Jump): void {
    jumps = [...jumps, jump].slice(-MAX_JUMPS);
    for (const listener of listeners) listener(jump);
  }
  return {
    /** Milliseconds since 1970, UTC. */
    now,
    /**
     * The system time, for values that other machines compare with their clocks. `now()` where the system time is before the
     * program's release. It may go back.
     */
    wallTime: () => (system() < RELEASED ? now() : system()),
    /** `now()` as ISO 8601 with `Z`. */
    iso: () => new Date(now()).toISOString(),
    /** The time `ms` milliseconds ago, without the jumps of the system clock. */
    ago(ms: number) {
      let at = now();
      let remaining = ms;
      for (const { from, to } of jumps.toReversed()) {
        if (remaining <= at - to) break;
        remaining -= at - to;
        at = from;
      }
      return at - remaining;
    },
    /** Sets a lower bound for `now()`: the time of the last write of an earlier start. */
    notBefore(ms: number) {
      if (ms > now()) setBase(ms);
    },
    /** True while the system clock is behind `now()`, or before the program's release. */
    isBehind: () => now() - system() > BEHIND_MS,
    /** The jumps that `ago` subtracts, oldest first. */
    jumps: () => jumps,
    /** Adds the jumps of earlier starts, oldest first. */
    restoreJumps(earlier: readonly Jump[]) {
      jumps = [...earlier, ...jumps].slice(-MAX_JUMPS);
    },
    /**
     * Calls `look` every `ms` milliseconds, for work that becomes due by this clock. A test's clock also calls it when it is moved.
     * Returns a function that ends the calls.
     */
    every(ms: number, look: () => void) {
      const timer = setInterval(look, ms).unref();
      return () => clearInterval(timer);
    },
    /** Calls `listener` when the system clock has advanced over a minute more than the monotonic clock since the last reading. */
    onJump(listener: (jump: Jump) => void) {
      listeners.push(listener);
    },
  };
}

/** The day of a time (ISO 8601) in a time zone, YYYY-MM-DD. */
export function dayAt(at: string, timeZone: string): string {
  return localHour(timeZone)(Date.parse(at)).date;
}
