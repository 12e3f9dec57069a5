const DAY_MS = 24 * 60 * 60 * 1000;
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);
/** Spreadsheets treat 1900 as a leap year: day 60 is 29 February 1900, which did not exist. */
const FALSE_LEAP_DAY = 60;
const LAST_DAY = 2_958_465;

/** Converts a spreadsheet date to ISO 8601, with the time if it has one. A number out of range stays a number. */
export function dateOf(serial: number, isFrom1904: boolean): string | number {
  if (serial < 1 || serial > LAST_DAY) return serial;
  const days = !isFrom1904 && serial < FALSE_LEAP_DAY ? serial + 1 : serial;
  const iso = new Date(
    (isFrom1904 ? FROM_1904 : FROM_1900) + Math.round(days * 86_400) * (DAY_MS / 86_400),
  ).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19);
}
