import { useMemo } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import { RESULTS } from "../../../../domain/results.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Shown } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../../router/address.ts";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { DataTable } from "../../table/data-table.tsx";
import { localPaging, Pager } from "../../table/pager.tsx";
import { Frame } from "../stocktake-page.tsx";
import { useStocktake } from "../use-stocktake.ts";
import { ApproveAll } from "./approve-all.tsx";
import { approveByKey } from "./approve-by-key.ts";
import { ApproveSelected } from "./approve-selected.tsx";
import { DecideAll } from "./decide-all.tsx";
import { Filters } from "./filters.tsx";
import { itemColumns } from "./item-columns.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { ALL, filtered, sorted, TABS } from "./item-views.ts";
import { type SeenItems, useChoice } from "./seen-items.ts";
import { isTabIn, TabLinks } from "./tab-links.tsx";
import { useItems } from "./use-items.ts";
import "./decide.css";

const PAGE = 100;

/** `#/stocktakes/:id/results`: what was expected and what was found, and what is to become of it. */
export function ResultsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const inventory = useStocktake(id);
  const items = useItems(id);
  useLocations();
  return (
    <Frame answer={inventory} hasMoves>
      {(known) => <Shown answer={items}>{(seen) => <Results inventory={known} seen={seen} />}</Shown>}
    </Frame>
  );
}

interface ResultsProps {
  readonly inventory: InventoryDetail;
  readonly seen: SeenItems;
}

function Results({ inventory, seen }: ResultsProps) {
  const { items } = seen;
  const choice = useChoice(seen.cursor);
  const view = viewOf(addressQuery(), inventory, items);
  const { tab, place, person, text, sort, open } = view;
  const rows = useMemo(() => sorted(filtered(items, view), sort), [items, tab, place, person, text, sort]);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(Math.max(1, view.page), pages);
  const isOpen = open !== null && items.some(({ oid }) => oid === open);
  const isProcessed = inventory.inventoryStateId === State.Processing;
  const own = `#/stocktakes/${inventory.oid}/results`;
  const hrefOf = ({ oid }: InventoryItem) =>
    addressOf(own, { ...Object.fromEntries(addressQuery()), item: oid });
  const shownRows = rows.slice((page - 1) * PAGE, page * PAGE);
  return (
    <>
      <TabLinks inventory={inventory} items={items} current={tab.name} />
      <div class="result-tools no-print">
        <Filters items={items} />
        <span class="quiet" role="status">
          {t(TEXTS.shown, { n: rows.length })}
        </span>
        {isProcessed && <ApproveSelected choice={choice} inventoryId={inventory.oid} />}
        {isProcessed && (
          <ApproveAll
            inventory={inventory}
            cursor={seen.cursor}
            open={items.filter((item) => !item.isApproved).length}
          />
        )}
      </div>
      <DecideAll inventory={inventory} tab={tab} seen={seen} />
      <div class={isOpen ? "beside" : ""}>
        <div class="result-table" {...(isProcessed && approveByKey(seen))}>
          {rows.length === 0 && <p>{t(tab.name === "needsDecision" ? TEXTS.nothingOpen : TEXTS.none)}</p>}
          {rows.length > 0 && (
            <DataTable
              caption={t(tab.words)}
              columns={itemColumns(rows, {
                isBeside: isOpen,
                isOneResult: RESULTS.some((one) => one === tab.name),
              })}
              rows={shownRows}
              idOf={({ oid }) => oid}
              hrefOf={hrefOf}
              openId={open}
              sort={{ by: sort, onSort: (by) => changeQuery({ sort: by, page: null }, { replace: true }) }}
              {...(isProcessed && { chosen: { ids: choice.ids, onChosen: choice.choose } })}
            />
          )}
          <Pager
            paging={localPaging(page, pages)}
            pageRows={PAGE}
            shown={shownRows.length}
            total={rows.length}
          />
        </div>
        {isOpen && <ItemDetail key={open} itemId={open} inventory={inventory} />}
      </div>
    </>
  );
}

/** What the address asks for: unless it says otherwise, what needs a decision, what is worth most first. */
function viewOf(
  query: URLSearchParams,
  { inventoryStateId }: InventoryDetail,
  items: readonly InventoryItem[],
) {
  const numberOf = (name: string) => {
    const given = Number(query.get(name) ?? Number.NaN);
    return Number.isSafeInteger(given) ? given : null;
  };
  const asked = TABS.find(({ name }) => name === query.get("tab"));
  const first = TABS.find(
    ({ name, holds }) =>
      isTabIn(inventoryStateId, name) && (inventoryStateId === State.Processing || items.some(holds)),
  );
  const tab = asked ?? first ?? ALL;
  return {
    tab,
    place: numberOf("place"),
    person: numberOf("person"),
    text: query.get("q") ?? "",
    sort: query.get("sort") ?? "-value",
    page: numberOf("page") ?? 1,
    open: numberOf("item"),
  };
}

const TEXTS = {
  shown: msg("{n, plural, one {# item} other {# items}}"),
  none: msg("No items match."),
  nothingOpen: msg("Nothing needs a decision."),
};
