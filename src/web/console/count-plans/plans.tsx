import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
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
  const query = useLiveQuery(call("GET /api/count-plans"), { everySeconds: EVERY_S });
  const now = today();
  const range = { from: firstDay(now), to: lastDay(now) };
  const runs = useLiveQuery(call("GET /api/count-plans/runs", range), {
    follows: ["stocktakes"],
    everySeconds: EVERY_S,
  });
  const add = <ButtonLink href="#/stocktakes/plans/new">{t(msg("New count plan"))}</ButtonLink>;
  return (
    <Screen
      title={t(msg("Cycle counts"))}
      above={<a href="#/stocktakes">{t(msg("Stocktakes"))}</a>}
      actions={add}
    >
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="count"
            title={t(msg("No count plans"))}
            text={t(
              msg(
                "A plan makes small stocktakes by itself, so that everything is counted in the course of the year.",
              ),
            )}
          >
            <ButtonLink kind="secondary" href="#/stocktakes/plans/new">
              {t(msg("New count plan"))}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(plans) => (
          <>
            <DataTable
              caption={t(msg("Count plans"))}
              columns={columns()}
              rows={plans}
              idOf={({ oid }) => oid}
              hrefOf={({ oid }) => `#/stocktakes/plans/${oid}`}
            />
            <ExportButtons table="count-plans" names={EXPORTS} />
            <h2>{t(msg("Calendar"))}</h2>
            <CountCalendar today={now} plans={plans} runs={runs.body ?? []} />
          </>
        )}
      </QueryBoundary>
      <h2>{t(msg("Record accuracy"))}</h2>
      <AccuracyOverTime />
    </Screen>
  );
}

const columns = (): readonly Column<CountPlan>[] => [
  { key: "name", title: t(msg("Name")), cell: ({ name }) => name },
  {
    key: "kind",
    title: t(msg("What to count")),
    cell: ({ selection }) => t(SELECTION_NAMES[selection.kind]),
  },
  { key: "when", title: t(msg("When")), cell: (plan) => scheduleText(plan) },
  {
    key: "counter",
    title: t(msg("Who counts")),
    cell: ({ counter }) => counter?.fullName ?? t(msg("Anybody")),
  },
  {
    key: "state",
    title: t(msg("State")),
    cell: ({ isPaused }) => (
      <Badge tone={isPaused ? "muted" : "success"}>{t(isPaused ? msg("Paused") : msg("Active"))}</Badge>
    ),
  },
];

const EXPORTS = { xlsx: msg("Count plans (XLSX)"), csv: msg("Count plans (CSV)") };
