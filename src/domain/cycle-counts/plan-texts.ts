import { type Message, msg } from "../message.ts";
import type { CountSchedule } from "./schedule.ts";
import type { SelectionKind } from "./selection.ts";

// Texts of plans. The server and the console import this file.

/** The names of what a plan counts. */
export const SELECTION_NAMES: Readonly<Record<SelectionKind, Message>> = {
  notCounted: msg("What was not counted for longest"),
  abc: msg("ABC classes"),
  sample: msg("Random sample"),
  valueSample: msg("Sample by value"),
  location: msg("Whole locations"),
  person: msg("Articles of a person"),
};

/** The short name of a weekday, 1 (Monday) to 7. */
export function weekdayName(weekday: number, language: string): string {
  const style = { weekday: "short", timeZone: "UTC" } as const;
  // 2024-01-01 was a Monday.
  return new Intl.DateTimeFormat(language, style).format(new Date(Date.UTC(2024, 0, weekday)));
}

/** When a plan is due, in words. */
export function scheduleMessage(schedule: CountSchedule, language: string): Message {
  const { every, weekdays, dayOfMonth, atHour } = schedule;
  const hour = `${atHour}:00`;
  if (every === "day") return msg("Daily at {hour}", { hour });
  const days = weekdays.map((weekday) => weekdayName(weekday, language)).join(", ");
  if (every === "week") return msg("{days} at {hour}", { days, hour });
  return msg("Monthly on day {day} at {hour}", { day: String(dayOfMonth), hour });
}
