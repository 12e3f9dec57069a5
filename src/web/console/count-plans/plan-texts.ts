import type { SelectionKind } from "../../../domain/cycle-counts/selection.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { language, t } from "../../i18n/translate.ts";

/** The names of what a plan counts. */
export const KIND_NAMES: Readonly<Record<SelectionKind, Message>> = {
  notCounted: msg("What was not counted for longest"),
  abc: msg("ABC classes"),
  sample: msg("Random sample"),
  location: msg("Whole locations"),
  person: msg("Articles of a person"),
};

/** A date of the server's time zone, `2026-11-24`, in the user's language. */
export function dateText(date: string): string {
  const style = { dateStyle: "medium", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language.value, style).format(new Date(`${date}T00:00:00Z`));
}

/** The short name of a weekday, 1 (Monday) to 7. */
export function weekdayName(weekday: number): string {
  const style = { weekday: "short", timeZone: "UTC" } as const;
  // 2024-01-01 was a Monday.
  return new Intl.DateTimeFormat(language.value, style).format(new Date(Date.UTC(2024, 0, weekday)));
}

/** When a plan is due, in words. */
export function scheduleText({ schedule }: Pick<CountPlan, "schedule">): string {
  const { every, weekdays, dayOfMonth, atHour } = schedule;
  const hour = `${atHour}:00`;
  if (every === "day") return t(TEXTS.daily, { hour });
  if (every === "week") return t(TEXTS.weekly, { days: weekdays.map(weekdayName).join(", "), hour });
  return t(TEXTS.monthly, { day: String(dayOfMonth), hour });
}

const TEXTS = {
  daily: msg("Daily at {hour}"),
  weekly: msg("{days} at {hour}"),
  monthly: msg("Monthly on day {day} at {hour}"),
};
