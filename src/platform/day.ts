/** The day of a time (ISO 8601) in a time zone, YYYY-MM-DD. */
export function dayAt(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(Date.parse(at));
}
