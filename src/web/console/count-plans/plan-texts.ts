import * as texts from "../../../domain/cycle-counts/plan-texts.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { language, moment, t } from "../../i18n/translate.ts";

/** A date of the server's time zone, `2026-11-24`, in the user's language. */
export function dateText(date: string): string {
  const style = { dateStyle: "medium", timeZone: "UTC" } as const;
  return moment(new Date(`${date}T00:00:00Z`), style);
}

/** The short name of a weekday, 1 (Monday) to 7. */
export const weekdayName = (weekday: number) => texts.weekdayName(weekday, language.value);

/** When a plan is due, in words. */
export const scheduleText = ({ schedule }: Pick<CountPlan, "schedule">) =>
  t(texts.scheduleMessage(schedule, language.value));
