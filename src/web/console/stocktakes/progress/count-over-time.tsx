import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { t, when } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Plot } from "../../chart/plot.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import "./count-over-time.css";

/** The interval of requests during a count. */
const HISTORY_INTERVAL_S = 10;

/** The count over time: a chart, and the same data as a table. */
export function CountOverTime({
  inventoryId,
  total,
}: {
  readonly inventoryId: number;
  readonly total: number;
}) {
  const query = useLiveQuery(call("GET /api/inventories/{id}/progress/history", { id: inventoryId }), {
    follows: ["inventories", "stocktakes"],
    atMostEverySeconds: HISTORY_INTERVAL_S,
  });
  return (
    <QueryBoundary query={query}>
      {({ points }) =>
        points.length < 2 ? null : (
          <>
            <Plot
              name={t(msg("Items counted over time"))}
              points={points.map(({ at, counted }) => [Date.parse(at) / 1000, counted])}
              highest={total}
            />
            <details class="count-table">
              <summary>{t(msg("Show as table"))}</summary>
              <DataTable
                caption={t(msg("Items counted over time"))}
                columns={[
                  { title: t(msg("Time")), cell: ({ at }) => when(at) },
                  { title: t(msg("Counted")), number: ({ counted }) => counted },
                ]}
                rows={points}
                isGrid
              />
            </details>
          </>
        )
      }
    </QueryBoundary>
  );
}
