// Dates (as `2026-11-24`) and hours as the clocks of a place show them. Pure functions; the server and the clients import this file.

const DAY_MS = 24 * 3_600_000;

/** The instant at which a date begins in UTC, for calculations with dates alone. */
export const dayStart = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** The date some days later, or earlier. */
export function addDays(date: string, days: number): string {
  return new Date(dayStart(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

/** An hour of the server's time zone: a date, and 0 to 23. */
export interface LocalHour {
  readonly date: string;
  readonly hour: number;
}

/** From an instant, in milliseconds, to the date and hour that clocks show. */
export type HourOf = (at: number) => LocalHour;

/** A function from an instant to what the clocks of a zone, by default this device's, show, as if that were UTC. */
export function zoneClock(timeZone: string | undefined): (at: number) => number {
  // British English: 24 hours from 00, in the Gregorian calendar.
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/** A function from an instant to the date and hour that the clocks of a zone show, by default of this device's. */
export function localHour(timeZone: string | undefined): HourOf {
  const clock = zoneClock(timeZone);
  return (at) => {
    const shown = new Date(clock(at));
    return { date: shown.toISOString().slice(0, 10), hour: shown.getUTCHours() };
  };
}
