import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { walkingOrder } from "../../../offline/sync/locations.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";

type Row = InventoryProgressDetails["locations"][number];
const MOST = 200;

/**
 * The progress of each location: the least counted first, or in walking order; with a checkbox only the unfinished
 * ones.
 */
export function ByLocation({ progress: { locations } }: { readonly progress: InventoryProgressDetails }) {
  useLocations();
  const [isOpenOnly, setOpenOnly] = useState(false);
  const part = ({ counted, total }: Row) => (total === 0 ? 1 : counted / total);
  const walked = ({ location }: Row) => walkingOrder.value.get(location.oid) ?? Number.MAX_SAFE_INTEGER;
  const rows = locations
    .filter((row) => !isOpenOnly || row.counted < row.total)
    .sort((a, b) => part(a) - part(b) || walked(a) - walked(b));
  return (
    <div>
      <h2>{t(msg("By location"))}</h2>
      <Checkbox checked={isOpenOnly} onChange={() => setOpenOnly(!isOpenOnly)}>
        {t(msg("Incomplete only"))}
      </Checkbox>
      <DataTable
        caption={t(msg("By location"))}
        columns={columns()}
        rows={rows.slice(0, MOST)}
        idOf={idOf}
        empty={t(msg("All locations are counted."))}
      />
      {rows.length > MOST && <p class="muted">{t(msg("and {n} more"), { n: rows.length - MOST })}</p>}
    </div>
  );
}

const idOf = ({ location }: Row) => location.oid;
const columns = (): readonly Column<Row>[] => [
  { key: "place", title: t(msg("Location")), cell: ({ location }) => <LocationPath location={location} /> },
  {
    key: "counted",
    title: t(msg("Counted")),
    cell: ({ counted, total, location }) => (
      <span class="bar-in-row">
        <progress value={counted} max={Math.max(1, total)} aria-label={location.name} />
        {number(counted)} / {number(total)}
      </span>
    ),
  },
  {
    key: "elsewhere",
    title: t(msg("Found elsewhere")),
    isNumber: true,
    cell: ({ foundElsewhere }) => number(foundElsewhere),
  },
  { key: "missing", title: t(msg("Missing")), isNumber: true, cell: ({ missing }) => number(missing) },
  {
    key: "unexpected",
    title: t(msg("Unexpected")),
    isNumber: true,
    cell: ({ unexpected }) => number(unexpected),
  },
];
