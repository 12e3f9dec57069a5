import { serverNow } from "../api/server-time.ts";
import { today } from "./due.tsx";

const DAY_MS = 86_400_000;

/** The day at the site so many days after today, YYYY-MM-DD. */
export function dueAfter(days: number, now = serverNow()): string {
  // In UTC each day has 24 hours.
  return new Date(Date.parse(today(now)) + days * DAY_MS).toISOString().slice(0, 10);
}
