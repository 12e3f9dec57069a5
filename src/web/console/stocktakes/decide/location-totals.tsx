import { type ComponentChildren, Fragment } from "preact";
import type { ItemView } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventoryLocationTotal } from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { locationPath } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../../router/address.ts";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { localPaging, Pagination } from "../../../ui/table/pagination.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { money } from "../accuracy.ts";
import { signed } from "./item-figures.ts";
import {
  filterParameters,
  type LocationOrder,
  PAGE_ROWS,
  type ResultsQuery,
  useResultQuery,
} from "./use-results.ts";

interface TotalsProps {
  readonly inventory: InventoryDetail;
  readonly query: ResultsQuery;
  readonly view: ItemView;
}

/** The totals of the locations of a view, by the value of the difference, largest first. A row links to its items. */
export function LocationTotals({ inventory: { oid }, query, view }: TotalsProps) {
  const request = call("GET /api/inventories/{id}/items/locations", {
    id: oid,
    ...filterParameters(query),
    view,
  });
  const { query: result, isWaiting } = useResultQuery(request);
  const { by: _, page: __, ...filter } = Object.fromEntries(addressQuery());
  const hrefOf = ({ locationId }: InventoryLocationTotal) =>
    addressOf(`#/stocktakes/${oid}/results`, { ...filter, tab: view, location: locationId });
  return (
    <QueryBoundary query={result} empty={msg("No items match.")}>
      {(totals) => {
        const rows = sorted(totals, query.sort);
        const { shown, paging } = localPaging(rows, PAGE_ROWS);
        return (
          <div class="result-table is-by-location">
            <DataTable
              caption={t(msg("Results by location"))}
              columns={COLUMNS()}
              rows={shown}
              idOf={({ locationId }) => locationId}
              hrefOf={hrefOf}
              paging={paging}
              isOutdated={isWaiting}
              sort={{
                by: query.sort,
                onSort: (sort) => changeQuery({ sort, page: null }, { replace: true }),
              }}
            />
            <p class="muted">
              {t(
                msg(
                  "Expected − not counted + difference + moved = found. Moved: what came or left before the count. Pieces found at another location are subtracted here and added there.",
                ),
              )}
            </p>
            <Pagination paging={paging} pageRows={PAGE_ROWS} shown={shown.length} total={rows.length} />
          </div>
        );
      }}
    </QueryBoundary>
  );
}

type Key = (total: InventoryLocationTotal) => string | number;
const valueDifference = ({ values }: InventoryLocationTotal) =>
  values.reduce((all, { difference }) => all + Math.abs(difference), 0);
const KEYS: Readonly<Record<string, Key>> = {
  location: ({ locationId }) => locationPath(locationId),
  items: ({ items }) => items,
  expected: ({ quantity }) => quantity,
  notCounted: ({ notCounted }) => notCounted,
  moved: ({ moved }) => moved,
  difference: ({ difference }) => difference,
  counted: ({ found }) => found,
  value: valueDifference,
} satisfies Record<LocationOrder, Key>;

function sorted(totals: readonly InventoryLocationTotal[], by: string): readonly InventoryLocationTotal[] {
  const sign = by.charAt(0) === "-" ? -1 : 1;
  const key = KEYS[by.replace("-", "")] ?? valueDifference;
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return Array.from(totals).sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    const order = typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b));
    return sign * order || one.locationId - other.locationId;
  });
}

const isLoss = (value: number) => (value < 0 ? "is-loss" : "");

type Quantity = InventoryLocationTotal["quantities"][number];
type Text = (value: number, unit: string | null) => string;

const notZero =
  (text: Text): Text =>
  (value, unit) =>
    value === 0 ? "" : text(value, unit);

/** A cell with the quantity in each unit. */
const inUnits =
  (figure: Exclude<keyof Quantity, "unit">, text: Text, classOf: (value: number) => string = () => "") =>
  ({ quantities }: InventoryLocationTotal) => {
    const piecesUnit = quantities.length > 1 ? t(msg("pcs")) : null;
    const shown = quantities
      .map((one) => {
        const value = one[figure];
        return { unit: one.unit, value, text: text(value, one.unit ?? piecesUnit) };
      })
      .filter((one) => one.text !== "");
    if (shown.length === 0) return "";
    return shown.map((one, at) => (
      <Fragment key={one.unit}>
        {at > 0 && ", "}
        <span class={classOf(one.value)}>{one.text}</span>
      </Fragment>
    ));
  };

const COLUMNS = (): readonly Column<InventoryLocationTotal>[] => [
  {
    title: t(msg("Location")),
    sort: "location",
    cell: ({ locationId }) => <LocationPath location={{ oid: locationId }} />,
  },
  column("items", msg("Items"), ({ items }) => items),
  column("expected", msg("Expected"), inUnits("expected", quantityText)),
  column("notCounted", msg("Not counted"), inUnits("notCounted", notZero(quantityText))),
  column("difference", msg("Difference"), inUnits("difference", notZero(signed), isLoss)),
  column("moved", msg("Moved"), inUnits("moved", notZero(signed))),
  column("counted", msg("Found"), inUnits("found", quantityText)),
  column("value", msg("Value of difference"), ({ values }) =>
    values.map(({ currency, difference }) => (
      <div key={currency} class={isLoss(difference)}>
        {money(difference, { isSigned: true })} {currency}
      </div>
    )),
  ),
];

function column(
  sort: string,
  title: Message,
  numberOf: (total: InventoryLocationTotal) => ComponentChildren,
): Column<InventoryLocationTotal> {
  return { title: t(title), sort, number: numberOf };
}
