import { type Clock, makeClock } from "../../src/platform/clock.ts";

/** A clock that the test moves. */
export interface TestClock extends Clock {
  /** Lets `ms` pass, on the system clock as well. Work that is due begins at once. */
  advance(ms: number): void;
  /** Sets the system clock to `ms` since 1970; no time passes. */
  setSystemTime(ms: number): void;
  /** Resets the clock, as in a new process on the same machine. */
  restart(): void;
}

/** Makes a clock that begins at `startAt` (ms since 1970) and stands still until the test moves it. */
export function createClock(startAt = Date.now()): TestClock {
  let systemTime = startAt;
  let passed = 0;
  const make = () =>
    makeClock(
      () => Math.floor(systemTime),
      () => passed,
    );
  let clock = make();
  const looks = new Set<() => void>();
  return {
    now: () => clock.now(),
    wallTime: () => clock.wallTime(),
    iso: () => clock.iso(),
    ago: (ms) => clock.ago(ms),
    notBefore: (ms) => clock.notBefore(ms),
    isBehind: () => clock.isBehind(),
    jumps: () => clock.jumps(),
    restoreJumps: (earlier) => clock.restoreJumps(earlier),
    onJump: (listener) => clock.onJump(listener),
    every(ms, look) {
      looks.add(look);
      const stop = clock.every(ms, look);
      return () => {
        looks.delete(look);
        stop();
      };
    },
    advance(ms) {
      systemTime += ms;
      passed += ms;
      for (const look of looks) look();
    },
    setSystemTime(ms) {
      systemTime = ms;
    },
    restart() {
      clock = make();
    },
  };
}
