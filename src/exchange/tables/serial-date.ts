const DAY_MS = 24 * 60 * 60 * 1000;
const FROM_1900 = Date.UTC(1899, 11, 30);
const FROM_1904 = Date.UTC(1904, 0, 1);
/** For spreadsheets 1900 was a leap year: the 29th of February that never was is day 60. */
const NEVER_WAS = 60;
const LAST_DAY = 2_958_465;

/** A spreadsheet's date as ISO 8601: the day, with the time where it has one; a number that is no date stays one. */
export function dateOf(serial: number, isFrom1904: boolean): string | number {
  if (serial < 1 || serial > LAST_DAY) return serial;
  const days = !isFrom1904 && serial < NEVER_WAS ? serial + 1 : serial;
  const iso = new Date(
    (isFrom1904 ? FROM_1904 : FROM_1900) + Math.round(days * 86_400) * (DAY_MS / 86_400),
  ).toISOString();
  return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(0, 19);
}
