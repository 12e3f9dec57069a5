import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { LocationPath } from "../locations/tree/location-path.tsx";
import { useLocations } from "../locations/tree/use-locations.ts";
import { useProgress } from "../stocktakes/use-stocktake.ts";
import { CountedTable } from "./counted-table.tsx";

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

const TEXTS = {
  byPlace: msg("Locations not fully counted"),
  place: msg("Location"),
  more: msg("{n} more"),
  none: msg("All locations are counted."),
};
