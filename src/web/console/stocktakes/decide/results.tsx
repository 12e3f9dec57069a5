import { State } from "../../../../domain/inventory-states.ts";
import { type ItemView, isResult } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type {
  InventoryDetail,
  InventoryItemPage,
  InventoryItemTotal,
  InventoryItemTotals,
} from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../../router/address.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { useSelection } from "../../../ui/table/selection.ts";
import { useLocations } from "../../locations/tree/use-locations.ts";
import type { ResponseOrPrevious } from "../../realtime/use-live-query.ts";
import { Frame } from "../stocktake-page.tsx";
import { useStocktake } from "../use-stocktake-action.tsx";
import { ApproveAll } from "./approve-all.tsx";
import { Filters } from "./filters.tsx";
import { itemColumns } from "./item-columns.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { money, nameOfView, signed } from "./item-figures.ts";
import { LocationTotals } from "./location-totals.tsx";
import { goToNext, useResultKeys } from "./result-keys.ts";
import { SelectionActions } from "./selection-actions.tsx";
import { TabLinks } from "./tab-links.tsx";
import { PAGE_ROWS, type ResultsQuery, resultsQueryOf, useResults } from "./use-results.ts";
import "./decide.css";

/** `#/stocktakes/:id/results`: what was expected and found, and the decisions. */
export function ResultsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const inventory = useStocktake(id);
  useLocations();
  return (
    <Frame query={inventory} hasMoves hasSteps>
      {/* Each stocktake opens on a view of its own. */}
      {(known) => <Results key={known.oid} inventory={known} />}
    </Frame>
  );
}

function Results({ inventory }: { readonly inventory: InventoryDetail }) {
  const query = resultsQueryOf(addressQuery());
  const { totals, page, view } = useResults(inventory, query);
  return (
    <QueryBoundary query={totals.query}>
      {(known) => (
        <>
          <TabLinks inventory={inventory} totals={known} current={view} isByLocation={query.isByLocation} />
          <div class="result-tools no-print">
            <Filters inventoryId={inventory.oid} />
            {inventory.inventoryStateId === State.Processing && <ApproveAll inventory={inventory} />}
          </div>
          {view !== null && <ViewTotal total={known.views[view]} />}
          {view !== null && query.isByLocation && (
            <LocationTotals inventory={inventory} query={query} view={view} />
          )}
          {view !== null && !query.isByLocation && (
            <Items inventory={inventory} query={query} view={view} totals={known} page={page} />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

interface ItemsProps {
  readonly inventory: InventoryDetail;
  readonly query: ResultsQuery;
  readonly view: ItemView;
  readonly totals: InventoryItemTotals;
  readonly page: ResponseOrPrevious<InventoryItemPage>;
}

/** A page of a view: the table, the selected items, and the open item beside it. */
function Items({ inventory, query, view, totals, page: { query: result, body, isWaiting } }: ItemsProps) {
  const address = addressQuery();
  const { sort, item: open } = query;
  const items = body?.items ?? [];
  const seen = body?.seen ?? "";
  const total = totals.views[view].items;
  const { item: _, cursor: __, page: ___, sort: ____, ...filter } = Object.fromEntries(address);
  const scope = JSON.stringify({ ...filter, view });
  const shown = items.map(({ oid }) => oid);
  const selection = useSelection({ shown, matching: scope, scope, version: seen });
  const keyed = body === null ? null : { inventory, items, seen, open };
  useResultKeys(keyed);
  const next = isWaiting ? null : (body?.nextCursor ?? null);
  const paging = usePaging({ name: "cursor", query: address, next });
  const isOver = inventory.inventoryStateId === State.Closed;
  const hrefOf = ({ oid }: { readonly oid: number }) =>
    addressOf(`#/stocktakes/${inventory.oid}/results`, { ...Object.fromEntries(address), item: oid });
  return (
    <>
      <div class={open === null ? "" : "with-detail"}>
        <div class="result-table">
          <QueryBoundary query={result}>
            {() => (
              <DataTable
                caption={t(nameOfView(view))}
                columns={itemColumns(items, { isBeside: open !== null, isOneResult: isResult(view) })}
                rows={items}
                idOf={({ oid }) => oid}
                hrefOf={hrefOf}
                openId={open}
                sort={{
                  by: sort,
                  onSort: (by) => changeQuery({ sort: by, cursor: null, page: null }, { replace: true }),
                }}
                selection={isOver ? undefined : selection}
                paging={paging}
                isOutdated={isWaiting}
                empty={t(
                  view === "needsDecision" ? msg("Nothing needs a decision.") : msg("No items match."),
                )}
              />
            )}
          </QueryBoundary>
          <Pagination
            paging={paging}
            pageRows={PAGE_ROWS}
            shown={items.length}
            total={total}
            isWaiting={isWaiting}
          />
        </div>
        {open !== null && (
          <ItemDetail
            key={open}
            itemId={open}
            inventory={inventory}
            onDecided={() => keyed !== null && goToNext(keyed)}
          />
        )}
      </div>
      {!isOver && (
        <SelectionActions
          inventory={inventory}
          query={query}
          view={view}
          selection={selection}
          total={total}
        />
      )}
    </>
  );
}

/** The totals of a view as a sum in pieces, and the value of the difference in each currency. */
function ViewTotal({ total }: { readonly total: InventoryItemTotal }) {
  const { items, quantity, notCounted, difference, found, values } = total;
  return (
    <dl class="result-sum">
      <Figure name={msg("Items")} value={number(items)} />
      <Figure name={msg("Expected")} value={number(quantity)} />
      <Figure name={msg("Not counted")} value={number(notCounted)} sign="−" />
      <Figure name={msg("Difference")} value={signed(difference)} sign="+" />
      <Figure name={msg("Found")} value={t(msg("{n} pcs"), { n: number(found) })} sign="=" />
      {values.map((value) => (
        <Figure
          key={value.currency}
          name={msg("Value of difference")}
          value={[money(value.difference, { isSigned: true }), value.currency ?? ""].join(" ")}
          isLoss={value.difference < 0}
        />
      ))}
    </dl>
  );
}

interface FigureProps {
  readonly name: Message;
  readonly value: string;
  /** The operator before it in the sum. */
  readonly sign?: string;
  readonly isLoss?: boolean;
}

function Figure({ name, value, sign, isLoss = false }: FigureProps) {
  return (
    <div>
      {sign !== undefined && (
        <span class="result-sum-sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <dt>{t(name)}</dt>
      <dd class={isLoss ? "is-loss" : ""}>{value}</dd>
    </div>
  );
}
