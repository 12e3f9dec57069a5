import { RELEASED } from "./version.ts";

/** A step of the system's clock: between `from` and `to` (milliseconds since 1970) no time passed. */
export interface Jump {
  readonly from: number;
  readonly to: number;
}

/** The one source of time. It never goes back: `now()` is at least every time it has given before. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /**
   * The best guess of what other machines' clocks say, for what they compare with theirs: the system's time, unless that is
   * before the program's release. It may go back.
   */
  wallTime(): number;
  /** `now()` as ISO 8601 with `Z`. */
  iso(): string;
  /** When the last `ms` milliseconds began that really passed: what the system's clock jumped over does not count. */
  ago(ms: number): number;
  /** From now on no time before `ms` is given (the last write of an earlier start). */
  notBefore(ms: number): void;
  /** True while the system's clock is behind the times already given, or before the program's release. */
  isBehind(): boolean;
  /** The jumps that `ago` leaves out, oldest first. */
  jumps(): readonly Jump[];
  /** Leaves out the jumps of earlier starts too (oldest first). */
  restoreJumps(earlier: readonly Jump[]): void;
  /** Calls `listener` when the system's clock is found more than a minute ahead of the time that has passed since the last look. */
  onJump(listener: (jump: Jump) => void): void;
}

/** Smaller steps are the clock's own corrections. */
const SMALLEST_JUMP_MS = 60_000;
const BEHIND_MS = 1000;
/** A box without a clock battery jumps at each start. */
const MOST_JUMPS = 200;

/**
 * Makes a clock of the system's (`Date.now`) and a monotonic one that carries on where the system's steps back. It
 * starts at the program's release where the system's is earlier: a box without a clock battery starts in 1970.
 */
export function makeClock(system: () => number = Date.now, monotonic = () => performance.now()): Clock {
  let base = Math.max(system(), RELEASED);
  let baseAt = monotonic();
  let jumps: readonly Jump[] = [];
  const listeners: ((jump: Jump) => void)[] = [];
  // The base stays where it is while the system's clock is behind: moved at each look it would lose a fraction each time.
  const carriedOn = () => base + (monotonic() - baseAt);

  function setBase(ms: number): void {
    base = ms;
    baseAt = monotonic();
  }
  function now(): number {
    const ms = system();
    const carried = carriedOn();
    if (ms <= carried) return Math.floor(carried);
    setBase(ms);
    if (ms - carried > SMALLEST_JUMP_MS) jumped({ from: Math.floor(carried), to: ms });
    return ms;
  }
  function jumped(jump: Jump): void {
    jumps = [...jumps, jump].slice(-MOST_JUMPS);
    for (const listener of listeners) listener(jump);
  }
  return {
    now,
    wallTime: () => (system() < RELEASED ? now() : system()),
    iso: () => new Date(now()).toISOString(),
    ago(ms) {
      let at = now();
      let left = ms;
      for (const { from, to } of jumps.toReversed()) {
        if (left <= at - to) break;
        left -= at - to;
        at = from;
      }
      return at - left;
    },
    notBefore(ms) {
      if (ms > now()) setBase(ms);
    },
    isBehind: () => now() - system() > BEHIND_MS,
    jumps: () => jumps,
    restoreJumps(earlier) {
      jumps = [...earlier, ...jumps].slice(-MOST_JUMPS);
    },
    onJump: (listener) => listeners.push(listener),
  };
}
