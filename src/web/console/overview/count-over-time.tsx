import { msg } from "../../../domain/message.ts";
import { getInventoryProgressHistory } from "../../api/console/inventories.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { CountedTable } from "./counted-table.tsx";
import { Plot } from "./plot.tsx";

/** The interval of requests during a count. */
const INTERVAL_S = 10;

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
    atMostEverySeconds: INTERVAL_S,
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
  plot: msg("Items counted over time"),
  table: msg("Show as table"),
  time: msg("Time"),
};
