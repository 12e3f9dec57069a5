import { addDays, dueDates } from "../../../domain/cycle-counts/schedule.ts";
import { type Message, msg } from "../../../domain/message.ts";
import type { CountPlan, CountPlanRun } from "../../api/types/endpoints.d.ts";
import { language, t } from "../../i18n/translate.ts";
import { dateText, weekdayName } from "./plan-texts.ts";

const WEEKS = 5;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The first day that the calendar shows: the Monday of the week before. */
export function firstDay(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  return addDays(today, 1 - weekday - 7);
}

/** The last day that the calendar shows. */
export const lastDay = (today: string) => addDays(firstDay(today), 7 * WEEKS - 1);

interface CalendarProps {
  readonly today: string;
  readonly plans: readonly CountPlan[];
  readonly runs: readonly CountPlanRun[];
}

/** The stocktakes that plans have made, and the coming dates. */
export function CountCalendar({ today, plans, runs }: CalendarProps) {
  const first = firstDay(today);
  const active = plans.filter(({ isPaused }) => !isPaused);
  const coming = active.flatMap((plan) =>
    dueDates(plan, today, lastDay(today)).map((date) => ({ date, plan })),
  );
  return (
    <table class="count-calendar">
      <caption class="sr-only">{t(msg("Calendar"))}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              {weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: WEEKS }, (_, week) => (
          <tr key={week}>
            {WEEKDAYS.map((weekday) => {
              const date = addDays(first, 7 * week + weekday - 1);
              const made = runs.filter(({ dueDate }) => dueDate === date);
              const ahead = coming.filter(
                (one) => one.date === date && !made.some(({ plan }) => plan.oid === one.plan.oid),
              );
              return <Day key={date} date={date} isToday={date === today} made={made} ahead={ahead} />;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly date: string;
  readonly isToday: boolean;
  readonly made: readonly CountPlanRun[];
  readonly ahead: readonly { readonly plan: CountPlan }[];
}

function Day({ date, isToday, made, ahead }: DayProps) {
  const isEmpty = made.length === 0 && ahead.length === 0;
  return (
    <td class={`${isToday ? "is-today" : ""} ${isEmpty ? "is-empty" : ""}`}>
      <span class="muted">
        <span class="sr-only">{dateText(date)}</span>
        <span aria-hidden="true">{shortDate(date)}</span>
      </span>
      {!isEmpty && (
        <ul>
          {made.map(({ oid, plan, outcome, inventory }) => (
            <li key={oid}>
              {inventory === null ? plan.name : <a href={`#/stocktakes/${inventory.oid}`}>{plan.name}</a>}{" "}
              {outcome !== "made" && <span class="muted">{t(OUTCOMES[outcome])}</span>}
            </li>
          ))}
          {ahead.map(({ plan }) => (
            <li key={plan.oid}>
              {plan.name} <span class="muted">{plan.schedule.atHour}:00</span>
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

function shortDate(date: string): string {
  const style = { day: "numeric", month: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language.value, style).format(new Date(`${date}T00:00:00Z`));
}

const OUTCOMES: Readonly<Record<"skipped" | "empty", Message>> = {
  skipped: msg("skipped"),
  empty: msg("nothing to count"),
};
