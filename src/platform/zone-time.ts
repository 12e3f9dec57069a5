import { zoneClock } from "../domain/local-time.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The next time after `now` (milliseconds since 1970) at which the clocks of the zone show this full hour. An hour that the
 * zone skips on a day is the time at which the clocks were moved on; of an hour that comes twice the first is meant.
 */
export function nextDigest(now: number, hour: number, timeZone: string): number {
  const clock = zoneClock(timeZone);
  const today = Math.floor(clock(now) / DAY_MS) * DAY_MS;
  for (const day of [0, 1, 2]) {
    const at = instantOf(clock, today + day * DAY_MS + hour * HOUR_MS);
    if (at > now) return at;
  }
  throw new Error(`no day of ${timeZone} has the hour ${hour}`);
}

/** The last millisecond of a day (YYYY-MM-DD) in a time zone, in ISO 8601. */
export function endOfDay(day: string, timeZone: string): string {
  return new Date(instantOf(zoneClock(timeZone), Date.parse(day) + DAY_MS) - 1).toISOString();
}

/**
 * The first instant at which the clocks show this time. Of the offsets a day before and after, the earlier one is right for a time
 * that comes twice, and moves a time that is skipped to after the gap.
 */
function instantOf(clock: (at: number) => number, shown: number): number {
  const [before = shown, after = shown] = [-DAY_MS, DAY_MS].map((around) => {
    const at = shown + around;
    return shown - (clock(at) - at);
  });
  return clock(before) === shown || clock(after) !== shown ? before : after;
}
