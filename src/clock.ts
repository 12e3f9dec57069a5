/** The one source of time. It never goes back: `now()` is at least every time it has given before. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** `now()` as ISO 8601 with `Z`. */
  iso(): string;
  /** From now on no time before `ms` is given (the last write of an earlier start). */
  notBefore(ms: number): void;
  /** True while the system's clock is behind the times already given. */
  isBehind(): boolean;
}

/** Makes a clock of the system's (`Date.now`) and a monotonic one that carries on where the system's steps back. */
export function makeClock(system: () => number = Date.now, monotonic = () => performance.now()): Clock {
  let floor = 0;
  let floorAt = monotonic();
  const carriedOn = () => floor + (monotonic() - floorAt);

  function now(): number {
    const ms = Math.max(system(), Math.floor(carriedOn()));
    if (ms > floor) {
      floor = ms;
      floorAt = monotonic();
    }
    return ms;
  }
  return {
    now,
    iso: () => new Date(now()).toISOString(),
    notBefore(ms) {
      if (ms <= now()) return;
      floor = ms;
      floorAt = monotonic();
    },
    isBehind: () => system() < Math.floor(carriedOn()) - 1000,
  };
}
