import type { ComponentChildren } from "preact";
import { msg } from "../../../domain/message.ts";
import { getInventoryProgressHistory } from "../../api/console/inventories.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { LocationPath } from "../locations/tree/location-path.tsx";
import { useLocations } from "../locations/tree/use-locations.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { useProgress } from "../stocktakes/use-stocktake.ts";
import { Plot } from "./plot.tsx";

interface TableProps {
  /** What the first column holds. */
  readonly first: string;
  readonly caption?: string;
  readonly class?: string;
  /** Its rows. */
  readonly children: ComponentChildren;
}

/** How much is counted of each, in two columns. */
export function CountedTable({ first, caption, class: look = "data", children }: TableProps) {
  return (
    <table class={look}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col" class="number">
            {t(COUNTED)}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

const COUNTED = msg("Counted");

const MAX_LOCATIONS = 8;
/** The interval of requests during a count. */
const INTERVAL_S = 5;

/** The progress of each location, the least counted first. */
export function LocationProgressList({ inventoryId }: { readonly inventoryId: number }) {
  const answer = useProgress(inventoryId, INTERVAL_S);
  useLocations();
  return (
    <QueryBoundary answer={answer}>
      {({ locations }) => {
        const open = locations
          .filter(({ counted, total }) => counted < total)
          .sort((a, b) => a.counted / a.total - b.counted / b.total);
        if (open.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
        return (
          <>
            <CountedTable first={t(TEXTS.place)} caption={t(TEXTS.byPlace)} class="data by-place">
              {open.slice(0, MAX_LOCATIONS).map(({ location, counted, total }) => (
                <tr key={location.oid}>
                  <th scope="row">
                    <LocationPath place={location} />
                  </th>
                  <td class="number">
                    {number(counted)} / {number(total)}
                  </td>
                </tr>
              ))}
            </CountedTable>
            <p class="quiet">
              {open.length > MAX_LOCATIONS && t(TEXTS.more, { n: open.length - MAX_LOCATIONS })}
            </p>
          </>
        );
      }}
    </QueryBoundary>
  );
}

/** The interval of requests during a count. */
const HISTORY_INTERVAL_S = 10;

/** How the count went: a plot, and the same as a table. */
export function CountOverTime({
  inventoryId,
  total,
}: {
  readonly inventoryId: number;
  readonly total: number;
}) {
  const answer = useLiveQuery(getInventoryProgressHistory({ id: inventoryId }), {
    follows: ["inventories", "stocktakes"],
    atMostEverySeconds: HISTORY_INTERVAL_S,
  });
  return (
    <QueryBoundary answer={answer}>
      {({ points }) =>
        points.length < 2 ? null : (
          <>
            <Plot
              name={t(TEXTS.plot)}
              points={points.map(({ at, counted }) => [Date.parse(at) / 1000, counted])}
              highest={total}
            />
            <details class="count-table">
              <summary>{t(TEXTS.table)}</summary>
              <CountedTable first={t(TEXTS.time)}>
                {points.map(({ at, counted }) => (
                  <tr key={at}>
                    <td>{when(at)}</td>
                    <td class="number">{number(counted)}</td>
                  </tr>
                ))}
              </CountedTable>
            </details>
          </>
        )
      }
    </QueryBoundary>
  );
}

const TEXTS = {
  byPlace: msg("Locations not fully counted"),
  place: msg("Location"),
  more: msg("{n} more"),
  none: msg("All locations are counted."),
  plot: msg("Items counted over time"),
  table: msg("Show as table"),
  time: msg("Time"),
};
