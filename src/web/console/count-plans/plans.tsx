import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { msg } from "../../../domain/message.ts";
import { exportCountPlans, listCountPlanRuns, listCountPlans } from "../../api/console/count-plans.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { AccuracyOverTime } from "./accuracy.tsx";
import { CountCalendar, firstDay, lastDay } from "./calendar.tsx";
import { ExportButtons } from "./export-buttons.tsx";
import { scheduleText } from "./plan-texts.ts";
import "./count-plans.css";

const EVERY_S = 30;

/** `#/stocktakes/plans`: plans that make stocktakes by themselves, their calendar, and the accuracy of the records. */
export function PlansScreen() {
  const query = useLiveQuery(listCountPlans(), { everySeconds: EVERY_S });
  const now = today();
  const range = { from: firstDay(now), to: lastDay(now) };
  const runs = useLiveQuery(listCountPlanRuns(range), { follows: ["stocktakes"], everySeconds: EVERY_S });
  const add = <ButtonLink href="#/stocktakes/plans/new">{t(TEXTS.add)}</ButtonLink>;
  return (
    <Screen title={t(TEXTS.title)} above={<a href="#/stocktakes">{t(TEXTS.stocktakes)}</a>} actions={add}>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon="count" title={t(TEXTS.none)} text={t(TEXTS.first)}>
            <ButtonLink kind="secondary" href="#/stocktakes/plans/new">
              {t(TEXTS.add)}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(plans) => (
          <>
            <DataTable
              caption={t(TEXTS.plans)}
              columns={columns()}
              rows={plans}
              idOf={({ oid }) => oid}
              hrefOf={({ oid }) => `#/stocktakes/plans/${oid}`}
            />
            <ExportButtons call={exportCountPlans} names={EXPORTS} />
            <h2>{t(TEXTS.calendar)}</h2>
            <CountCalendar today={now} plans={plans} runs={runs.body ?? []} />
          </>
        )}
      </QueryBoundary>
      <h2>{t(TEXTS.accuracy)}</h2>
      <AccuracyOverTime />
    </Screen>
  );
}

const columns = (): readonly Column<CountPlan>[] => [
  { key: "name", title: t(TEXTS.name), cell: ({ name }) => name },
  { key: "kind", title: t(TEXTS.what), cell: ({ selection }) => t(SELECTION_NAMES[selection.kind]) },
  { key: "when", title: t(TEXTS.when), cell: (plan) => scheduleText(plan) },
  { key: "counter", title: t(TEXTS.counter), cell: ({ counter }) => counter?.fullName ?? t(TEXTS.anybody) },
  {
    key: "state",
    title: t(TEXTS.state),
    cell: ({ isPaused }) => (
      <Badge tone={isPaused ? "muted" : "success"}>{t(isPaused ? TEXTS.paused : TEXTS.active)}</Badge>
    ),
  },
];

const TEXTS = {
  title: msg("Cycle counts"),
  stocktakes: msg("Stocktakes"),
  add: msg("New count plan"),
  none: msg("No count plans"),
  first: msg(
    "A plan makes small stocktakes by itself, so that everything is counted in the course of the year.",
  ),
  plans: msg("Count plans"),
  calendar: msg("Calendar"),
  accuracy: msg("Record accuracy"),
  name: msg("Name"),
  what: msg("What to count"),
  when: msg("When"),
  counter: msg("Who counts"),
  anybody: msg("Anybody"),
  state: msg("State"),
  paused: msg("Paused"),
  active: msg("Active"),
};

const EXPORTS = { xlsx: msg("Count plans (XLSX)"), csv: msg("Count plans (CSV)") };
