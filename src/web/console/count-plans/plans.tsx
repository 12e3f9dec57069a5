import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { serverNow } from "../../api/server-time.ts";
import type { CountPlan, CountPlanRun, InventoryAccuracy } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { dayAndTime, moment, t } from "../../i18n/translate.ts";
import { site } from "../../login/site.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type ButtonKind, ButtonLink } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { type NamedShare, percentText, sharesOf, useAccuracy } from "../stocktakes/accuracy.ts";
import { dateText, scheduleText, weekdayName } from "./plan-texts.ts";
import "./count-plans.css";
import { comingDates } from "../../../domain/cycle-counts/schedule.ts";
import { addDays, localHour } from "../../../domain/local-time.ts";
import { Downloads } from "../batch/downloads.tsx";
import { Plot } from "../chart/plot.tsx";

const EVERY_S = 30;

/** `#/stocktakes/plans`: plans that make stocktakes by themselves, their calendar, and the accuracy of the records. */
export function PlansScreen() {
  const list = useList({ request: () => call("GET /api/count-plans"), everySeconds: EVERY_S });
  const now = today();
  const range = { from: firstDay(now), to: lastDay(now) };
  const runs = useLiveQuery(call("GET /api/count-plans/runs", range), {
    follows: ["stocktakes"],
    everySeconds: EVERY_S,
  });
  const plans = list.rows ?? [];
  const add = (kind: ButtonKind) => (
    <ButtonLink kind={kind} href="#/stocktakes/plans/new">
      {t(msg("New count plan"))}
    </ButtonLink>
  );
  return (
    <ListScreen
      title={t(msg("Cycle counts"))}
      above={<a href="#/stocktakes">{t(msg("Stocktakes"))}</a>}
      actions={add("primary")}
      list={list}
      caption={t(msg("Count plans"))}
      columns={columns()}
      hrefOf={({ oid }) => `#/stocktakes/plans/${oid}`}
      exports={[
        exportOf("count-plans", "xlsx", msg("Count plans (XLSX)")),
        exportOf("count-plans", "csv", msg("Count plans (CSV)")),
      ]}
      empty={{
        icon: "count",
        title: t(msg("No count plans")),
        text: t(
          msg(
            "A plan makes small stocktakes by itself, so that everything is counted in the course of the year.",
          ),
        ),
        action: add("secondary"),
      }}
    >
      {plans.length > 0 && (
        <>
          <h2>{t(msg("Calendar"))}</h2>
          <CountCalendar today={now} plans={plans} runs={runs.body ?? []} />
        </>
      )}
      <h2>{t(msg("Record accuracy"))}</h2>
      <AccuracyOverTime />
    </ListScreen>
  );
}

const columns = (): readonly Column<CountPlan>[] => [
  { title: t(msg("Name")), cell: ({ name }) => name },
  { title: t(msg("What to count")), cell: ({ selection }) => t(SELECTION_NAMES[selection.kind]) },
  { title: t(msg("When")), cell: (plan) => scheduleText(plan) },
  { title: t(msg("Who counts")), cell: ({ counter }) => counter?.fullName ?? t(msg("Anybody")) },
  {
    title: t(msg("State")),
    cell: ({ isPaused }) => (
      <Badge tone={isPaused ? "muted" : "success"}>{t(isPaused ? msg("Paused") : msg("Active"))}</Badge>
    ),
  },
];

const exportOf = (table: "count-plans" | "record-accuracy", format: "xlsx" | "csv", label: Message) => ({
  label: t(label),
  request: call(`GET /api/export/${table}`, { format }),
});

const WEEKS = 5;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The first day that the calendar shows: the Monday of the week before. */
function firstDay(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  return addDays(today, 1 - weekday - 7);
}

/** The last day that the calendar shows. */
const lastDay = (today: string) => addDays(firstDay(today), 7 * WEEKS - 1);

interface CalendarProps {
  readonly today: string;
  readonly plans: readonly CountPlan[];
  readonly runs: readonly CountPlanRun[];
}

/** The stocktakes that plans have made, and the coming dates. */
function CountCalendar({ today, plans, runs }: CalendarProps) {
  const first = firstDay(today);
  const now = localHour(site.value.timeZone)(serverNow());
  const active = plans.filter(({ isPaused }) => !isPaused);
  const coming = active.flatMap((plan) =>
    comingDates(plan, now, lastDay(today)).map((date) => ({ date, plan })),
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
  return moment(new Date(`${date}T00:00:00Z`), style);
}

const OUTCOMES: Readonly<Record<"skipped" | "empty", Message>> = {
  skipped: msg("skipped"),
  empty: msg("nothing to count"),
};

/** The accuracy of the records over time, as charts and as a table. */
function AccuracyOverTime() {
  const query = useAccuracy();
  return (
    <QueryBoundary
      query={query}
      empty={msg("The first closed stocktake shows how accurate the records were.")}
    >
      {(all) => (
        <>
          {all.length > 1 && sharesOf(all).map((share) => <Chart key={share.key} share={share} all={all} />)}
          <Downloads
            files={[
              exportOf("record-accuracy", "xlsx", msg("Accuracy (XLSX)")),
              exportOf("record-accuracy", "csv", msg("Accuracy (CSV)")),
            ]}
          />
          <DataTable
            caption={t(msg("Record accuracy"))}
            columns={accuracyColumns(all)}
            rows={[...all].reverse()}
            idOf={({ inventory }) => inventory.oid}
            hrefOf={({ inventory }) => `#/stocktakes/${inventory.oid}`}
          />
        </>
      )}
    </QueryBoundary>
  );
}

interface ChartProps {
  readonly share: NamedShare;
  readonly all: readonly InventoryAccuracy[];
}

function Chart({ share, all }: ChartProps) {
  const points = all.flatMap((row) => {
    const percent = share.percentOf(row);
    return percent === null ? [] : [[Date.parse(row.closedDT) / 1000, percent] as const];
  });
  if (points.length < 2) return null;
  const least = Math.min(...points.map(([, percent]) => percent));
  // The difference between 97 and 99 percent would not be seen on an axis from 0.
  return (
    <Plot
      name={share.name}
      points={points}
      lowest={Math.max(0, Math.floor(least / 10) * 10 - 10)}
      highest={100}
    />
  );
}

const accuracyColumns = (all: readonly InventoryAccuracy[]): readonly Column<InventoryAccuracy>[] => [
  { title: t(msg("Stocktake")), cell: ({ inventory }) => inventory.name },
  { title: t(msg("Closed")), cell: ({ closedDT }) => dayAndTime(closedDT) },
  ...sharesOf(all).map(({ key, name, percentOf }) => ({
    key,
    title: name,
    number: (row: InventoryAccuracy) => percentText(percentOf(row)),
  })),
];
