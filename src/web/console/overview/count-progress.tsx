import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { InventoryProgressDetails } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { CountedBar } from "../chart/count-bar.tsx";
import { Plot } from "../chart/plot.tsx";
import { LocationPath } from "../locations/tree/location-path.tsx";
import { useLocations } from "../locations/tree/location-tree.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { useProgress } from "../stocktakes/use-stocktake-action.tsx";

const MAX_LOCATIONS = 8;
/** The interval of requests during a count. */
const INTERVAL_S = 5;

/** The progress of each location, the least counted first. */
export function LocationProgressList({ inventoryId }: { readonly inventoryId: number }) {
  const query = useProgress(inventoryId, INTERVAL_S);
  useLocations();
  return (
    <QueryBoundary query={query}>
      {({ locations }) => {
        const open = locations
          .filter(({ counted, total }) => counted < total)
          .sort((a, b) => a.counted / a.total - b.counted / b.total);
        if (open.length === 0) return <p class="muted">{t(msg("All locations are counted."))}</p>;
        return (
          <>
            <DataTable
              class="by-location"
              caption={t(msg("Locations not fully counted"))}
              isCaptionShown
              columns={locationColumns()}
              rows={open.slice(0, MAX_LOCATIONS)}
              idOf={({ location }) => location.oid}
              isGrid
            />
            <p class="muted">
              {open.length > MAX_LOCATIONS && t(msg("{n} more"), { n: open.length - MAX_LOCATIONS })}
            </p>
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** The progress of a location. */
export type LocationProgress = InventoryProgressDetails["locations"][number];

/** The columns of locations with what is counted there. */
export const locationColumns = (): readonly Column<LocationProgress>[] => [
  {
    key: "place",
    title: t(msg("Location")),
    isRowHead: true,
    cell: ({ location }) => <LocationPath location={location} />,
  },
  { key: "counted", title: t(msg("Counted")), cell: (row) => <CountedBar {...row} /> },
];

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
                  { key: "at", title: t(msg("Time")), cell: ({ at }) => when(at) },
                  {
                    key: "counted",
                    title: t(msg("Counted")),
                    isNumber: true,
                    cell: ({ counted }) => number(counted),
                  },
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
