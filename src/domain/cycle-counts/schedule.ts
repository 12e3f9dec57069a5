// When a plan of cycle counts is due. Dates are those of the server's time zone, as `2026-11-24`. Pure functions; the server and
// the clients import this file.

import { addDays, dayStart, type LocalHour } from "../local-time.ts";

export const FREQUENCIES = ["day", "week", "month"] as const;

/** The calendar rule of a plan. */
export interface CountSchedule {
  readonly every: (typeof FREQUENCIES)[number];
  /** Weekly: 1 (Monday) to 7 (Sunday). */
  readonly weekdays: readonly number[];
  /** Monthly: 1 to 31; in a shorter month its last day. */
  readonly dayOfMonth: number;
  /** The hour at which the stocktake is made. */
  readonly atHour: number;
}

/** A plan's days. */
interface CountPeriod {
  readonly schedule: CountSchedule;
  readonly fromDate: string;
  /** The last day; null: no end. */
  readonly toDate: string | null;
}

/** A monthly plan has a date in any 31 days. */
const MAX_DAYS_BACK = 32;

/** Whether the rule names this date. */
function isNamed({ every, weekdays, dayOfMonth }: CountSchedule, date: string): boolean {
  const at = dayStart(date);
  if (every === "day") return true;
  if (every === "week") return weekdays.includes(at.getUTCDay() || 7);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  return at.getUTCDate() === Math.min(dayOfMonth, lastDay);
}

/** The due dates of a plan from one date to another, both included. */
export function dueDates({ schedule, fromDate, toDate }: CountPeriod, from: string, to: string): string[] {
  const dates: string[] = [];
  const last = toDate !== null && toDate < to ? toDate : to;
  for (let date = from < fromDate ? fromDate : from; date <= last; date = addDays(date, 1))
    if (isNamed(schedule, date)) dates.push(date);
  return dates;
}

/**
 * The newest due date whose hour has come, and which is after `since`; null: there is none. Older ones are left out: a server
 * that was off for a week makes one stocktake.
 */
export function newestDueDate(period: CountPeriod, now: LocalHour, since: LocalHour): string | null {
  const { atHour } = period.schedule;
  const last = now.hour >= atHour ? now.date : addDays(now.date, -1);
  const first = since.hour < atHour ? since.date : addDays(since.date, 1);
  const earliest = addDays(last, -MAX_DAYS_BACK);
  return dueDates(period, first < earliest ? earliest : first, last).pop() ?? null;
}

/** The due dates of a plan whose hour is still to come, until a date. */
export function comingDates(period: CountPeriod, now: LocalHour, to: string): string[] {
  return dueDates(period, now.hour < period.schedule.atHour ? now.date : addDays(now.date, 1), to);
}
