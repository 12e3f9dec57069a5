import { type Clock, makeClock } from "../../src/platform/clock.ts";

/** A clock that the test can move. It also goes on by itself. */
export interface TestClock extends Clock {
  /** Lets `ms` pass, on the system clock as well. */
  advance(ms: number): void;
  /** Sets the system clock to `ms` since 1970; no time passes. */
  setSystemTime(ms: number): void;
  /** Resets the clock, as in a new process on the same machine. */
  restart(): void;
}

export function createClock(startAt = Date.now()): TestClock {
  let offset = startAt - Date.now();
  let passed = 0;
  const make = () =>
    makeClock(
      () => Date.now() + offset,
      () => performance.now() + passed,
    );
  let clock = make();
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
    advance(ms) {
      offset += ms;
      passed += ms;
    },
    setSystemTime(ms) {
      offset = ms - Date.now();
    },
    restart() {
      clock = make();
    },
  };
}
