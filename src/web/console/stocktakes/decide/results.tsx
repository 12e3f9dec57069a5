import { State } from "../../../../domain/inventory-states.ts";
import { DECISION_NAMES } from "../../../../domain/item-decisions.ts";
import { type ItemView, isResult, piecesFound, viewsIn } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type {
  InventoryDetail,
  InventoryItem,
  InventoryItemPage,
  InventoryItemTotal,
  InventoryItemTotals,
} from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery, queryNow } from "../../../router/address.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { type Selection, SelectionBar, useSelection } from "../../../ui/table/selection.tsx";
import type { Filters as ListFilterSet } from "../../list-screen/filters.ts";
import { ListFilters } from "../../list-screen/list-filters.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import type { ResponseOrPrevious } from "../../realtime/use-live-query.ts";
import { money } from "../accuracy.ts";
import { Frame } from "../stocktake-page.tsx";
import {
  ActionButton,
  ActionState,
  useProgress,
  useStocktake,
  useStocktakeAction,
} from "../use-stocktake-action.tsx";
import { ApproveAll } from "./approve-all.tsx";
import { itemColumns } from "./item-columns.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { DECISION_EFFECTS, nameOfView, signed } from "./item-figures.ts";
import { LocationTotals } from "./location-totals.tsx";
import { MethodDialog } from "./method-dialog.tsx";
import { goToNext, requestFor, useResultKeys } from "./result-keys.ts";
import { isSettledIn, SettleDialog } from "./settlement.tsx";
import { filterParameters, PAGE_ROWS, type ResultsQuery, resultsQueryOf, useResults } from "./use-results.ts";
import "./decide.css";
import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Decision } from "../../../../domain/item-decisions.ts";
import { hasDifference } from "../../../../domain/stocktakes/difference.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { locationPath, pathOrName } from "../../../offline/sync/locations.ts";
import { offered, useCatalogue } from "../../../query/catalogues.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { ProgressBar, useBatch } from "../../batch/batch.tsx";
import { problemText } from "../../forms/problem.ts";

/** `#/stocktakes/:id/results`: what was expected and found, and the decisions. */
export function ResultsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const inventory = useStocktake(id);
  useLocations();
  return (
    <Frame query={inventory} hasMoves>
      {(known) => <Results inventory={known} />}
    </Frame>
  );
}

function Results({ inventory }: { readonly inventory: InventoryDetail }) {
  const query = resultsQueryOf(addressQuery());
  const { totals, page, view } = useResults(inventory, query);
  // Not of the items, which give way to the totals by location.
  const batch = useBatch<number>();
  return (
    <QueryBoundary query={totals.query}>
      {(known) => (
        <>
          <TabLinks inventory={inventory} totals={known} current={view} isByLocation={query.isByLocation} />
          <Filters inventoryId={inventory.oid} isBusy={batch.progress !== null}>
            {inventory.inventoryStateId === State.Processing && <ApproveAll inventory={inventory} />}
            {view !== null && <ViewTotal total={known.views[view]} />}
          </Filters>
          {view !== null && query.isByLocation && (
            <LocationTotals inventory={inventory} query={query} view={view} />
          )}
          {view !== null && !query.isByLocation && (
            <Items inventory={inventory} query={query} view={view} totals={known} page={page} batch={batch} />
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
  readonly batch: Batch;
}

type Batch = ReturnType<typeof useBatch<number>>;

/** A page of a view: the table, the selected items, and the open item beside it. */
function Items({ inventory, query, view, totals, page, batch }: ItemsProps) {
  const { query: result, body, isWaiting } = page;
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
            onDecided={() => {
              // Another item may be open by now.
              if (keyed !== null && resultsQueryOf(queryNow()).item === open) goToNext(keyed);
            }}
          />
        )}
      </div>
      {!isOver && (
        <SelectionActions
          inventory={inventory}
          query={query}
          view={view}
          items={items}
          seen={seen}
          selection={selection}
          total={total}
          batch={batch}
        />
      )}
    </>
  );
}

/** The totals of a view: a sum for each unit, and the value of the difference in each currency. */
function ViewTotal({ total: { items, quantities, values } }: { readonly total: InventoryItemTotal }) {
  const sums = quantities.length === 0 ? [NO_PIECES] : quantities;
  return (
    <dl class="result-sum">
      <Figure name={msg("Items")} value={number(items)} />
      {sums.map(({ unit, expected, notCounted, moved, difference, found }) => (
        <Fragment key={unit}>
          <Figure name={msg("Expected")} value={quantityText(expected, unit)} />
          <Figure name={msg("Not counted")} value={quantityText(notCounted, unit)} sign="−" />
          {moved !== 0 && (
            <Figure name={msg("Moved before the count")} value={signed(moved, unit)} sign="+" />
          )}
          <Figure name={msg("Difference")} value={signed(difference, unit)} sign="+" />
          <Figure
            name={msg("Found")}
            value={unit === null ? t(msg("{n} pcs"), { n: number(found) }) : quantityText(found, unit)}
            sign="="
          />
        </Fragment>
      ))}
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

const NO_PIECES = { unit: null, expected: 0, notCounted: 0, moved: 0, difference: 0, found: 0 };

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

interface FiltersProps {
  readonly inventoryId: number;
  /** The selected items are being changed: their progress stays on the screen. */
  readonly isBusy: boolean;
  /** What stands in their line. */
  readonly children: ComponentChildren;
}

/** The filters of the results, in the address: a text, a location, who counted, a category; and the totals by location. */
function Filters({ inventoryId, isBusy, children }: FiltersProps) {
  const query = addressQuery();
  const set = (name: string, value: string | null) =>
    changeQuery({ [name]: value, cursor: null, page: null, item: null }, { replace: true });
  const isByLocation = query.get("by") === "location";
  return (
    <div class="result-tools no-print">
      <TextField
        class="result-text"
        isLabelHidden
        label={t(msg("Code, name or note"))}
        placeholder={t(msg("Code, name or note"))}
        type="search"
        value={query.get("q") ?? ""}
        onValue={(value) => set("q", value)}
      />
      <ListFilters filters={useResultFilters(inventoryId)} />
      <Button
        aria-pressed={isByLocation}
        aria-disabled={isBusy}
        onClick={() => isBusy || set("by", isByLocation ? null : "location")}
      >
        {t(msg("By location"))}
      </Button>
      {children}
    </div>
  );
}

function useResultFilters(inventoryId: number) {
  const query = addressQuery();
  const { body: progress } = useProgress(inventoryId);
  const categories = useCatalogue("articleCategory").body ?? [];
  const locations = (progress?.locations ?? []).map(({ location }) => ({
    oid: location.oid,
    name: pathOrName(location),
  }));
  const people = (progress?.users ?? []).map(({ user }) => ({ oid: user.id, name: user.fullName }));
  return {
    location: {
      kind: "record",
      label: t(msg("Location")),
      items: withChosen(locations.sort(byName), query.get("location")),
    },
    person: { kind: "record", label: t(msg("Counted by")), items: people },
    category: {
      kind: "record",
      label: t(msg("Category")),
      items: offered(categories, Number(query.get("category")) || null),
    },
  } satisfies ListFilterSet;
}

interface Option {
  readonly oid: number;
  readonly name: string;
}

const byName = ({ name: one }: Option, { name: other }: Option) =>
  one.localeCompare(other, undefined, { numeric: true });

/** The locations with the selected one, for example above those of the items. */
function withChosen(options: readonly Option[], chosen: string | null): readonly Option[] {
  const oid = Number(chosen);
  if (!oid || options.some((one) => one.oid === oid)) return options;
  return [{ oid, name: locationPath(oid) || `#${chosen}` }, ...options];
}

interface LinksProps {
  readonly inventory: InventoryDetail;
  readonly totals: InventoryItemTotals;
  /** Null: not known yet. */
  readonly current: ItemView | null;
  readonly isByLocation: boolean;
}

/**
 * The views with their numbers of items, and the unresolved counts. Those that do not fit in one line are in a menu.
 */
function TabLinks({ inventory, totals, current, isByLocation }: LinksProps) {
  const { oid, inventoryStateId } = inventory;
  const { body } = useProgress(oid);
  const { item: _, page: __, cursor: ___, by: ____, ...query } = Object.fromEntries(addressQuery());
  const own = `/stocktakes/${oid}`;
  const counted = (label: Message, n: number) => `${t(label)} (${number(n)})`;
  const views = viewsIn(inventoryStateId)
    .map((view) => ({ view, count: totals.views[view].items }))
    .filter(({ view, count }) => count > 0 || view === current)
    .map(({ view, count }) => ({
      to: addressOf(`${own}/results`, { ...query, tab: view, by: isByLocation ? "location" : null }),
      label: counted(nameOfView(view), count),
      isCurrent: view === current,
    }));
  const { unknown = 0, late = 0 } = body ?? {};
  const links = [
    { to: `${own}/waiting?state=unknown`, label: counted(msg("Unknown codes"), unknown), count: unknown },
    { to: `${own}/waiting?state=late`, label: counted(msg("Late counts"), late), count: late },
  ].filter(({ count }) => count > 0);
  return (
    <Tabs label={t(msg("Views"))} tabs={[...views, ...links.map((tab) => ({ ...tab, isCurrent: false }))]} />
  );
}

interface ActionsProps {
  readonly inventory: InventoryDetail;
  readonly query: ResultsQuery;
  readonly view: ItemView;
  /** Those of this page. */
  readonly items: readonly InventoryItem[];
  /** Their version. */
  readonly seen: string;
  readonly selection: Selection;
  /** The number of items that match. */
  readonly total: number;
  readonly batch: Batch;
}

/** An action on the selected items. */
type Act = "approve" | Decision;

/** Decisions for selected items; `settle` and those on moved stock only in views with such items. */
const DECISIONS: Readonly<Partial<Record<ItemView, readonly Decision[]>>> = {
  moved: ["keepCount", "keepDifference", "recount"],
  toRecount: ["settle"],
};

/** Actions on the selected items, of this page or of all pages: approval and decisions. */
function SelectionActions(props: ActionsProps) {
  const { inventory, query, view, items, seen, selection, total, batch } = props;
  const { oid, inventoryStateId } = inventory;
  const action = useStocktakeAction(() => {}, oid);
  const { ids, isAll, isPartlyHidden } = selection;
  const [isSettling, setSettling] = useState(false);
  const [isMethodOpen, setMethodOpen] = useState(false);
  const count = isAll ? total : ids.size;
  const acting = { ...action, isBusy: action.isBusy || batch.progress !== null };

  function actOnAll(act: Act): Promise<boolean> {
    const title = t(act === "approve" ? msg("Approve") : DECISION_NAMES[act]);
    const text =
      act === "approve"
        ? t(msg("This approves {n, plural, one {# item.} other {# items.}}"), { n: count })
        : `${t(msg("For {n, plural, one {# item:} other {# items:}}"), { n: count })} ${t(DECISION_EFFECTS[act])}.`;
    const selected = { ...filterParameters(query), view, expectedCount: total };
    const input = { id: oid, seen: selection.versionOf(), ...selected };
    return action.run({
      question: { title, text, action: title },
      job:
        act === "approve"
          ? call("PUT /api/inventories/{id}/items/approve", input)
          : call("PUT /api/inventories/{id}/decide", { ...input, body: { decision: act } }),
      onDone: selection.clear,
    });
  }

  async function actOnEach(act: Act): Promise<void> {
    const { done, failed, untried } = await batch.run(Array.from(ids), async (item) => {
      await requestAsUser(requestFor(act, item, selection.versionOf(item)));
    });
    const isApproval = act === "approve";
    if (done.length > 0)
      showSuccess(
        t(
          isApproval
            ? msg("{n, plural, one {# item} other {# items}} approved.")
            : msg("{n, plural, one {# item} other {# items}} decided."),
          { n: done.length },
        ),
      );
    const [first] = failed;
    if (first !== undefined) {
      const text = t(
        isApproval
          ? msg("{n, plural, one {# item} other {# items}} not approved.")
          : msg("{n, plural, one {# item} other {# items}} not decided."),
        { n: failed.length },
      );
      showError(`${text} ${problemText(first.error)}`);
    }
    selection.keep(
      failed.map(({ item }) => item),
      untried,
    );
  }

  const acts: readonly Act[] = [
    ...(inventoryStateId === State.Processing ? (["approve"] as const) : []),
    ...(DECISIONS[view] ?? (["recount"] as const)),
  ];
  // Of other pages it is not known which items are counted, and have a difference.
  const counted =
    isSettledIn(inventoryStateId) && !isAll && !isPartlyHidden
      ? items.filter((item) => ids.has(item.oid) && piecesFound(item) !== null)
      : [];
  const toSettle = counted.filter(hasDifference);
  return (
    <>
      <SelectionBar selection={selection} total={total}>
        {acts.map((act, at) => (
          <ActionButton
            key={act}
            kind={at === 0 ? "primary" : "secondary"}
            action={acting}
            onClick={() => (isAll ? actOnAll(act) : actOnEach(act))}
          >
            {t(act === "approve" ? msg("Approve") : DECISION_NAMES[act])} ({number(count)})
          </ActionButton>
        ))}
        {toSettle.length > 0 && (
          <ActionButton action={acting} onClick={() => setSettling(true)}>
            {t(msg("Settle ({n})…"), { n: number(toSettle.length) })}
          </ActionButton>
        )}
        {counted.length > 0 && (
          <ActionButton action={acting} onClick={() => setMethodOpen(true)}>
            {t(msg("Method ({n})…"), { n: number(counted.length) })}
          </ActionButton>
        )}
        {batch.progress !== null && (
          <ProgressBar label={t(msg("Saving…"))} progress={batch.progress} onCancel={batch.cancel} />
        )}
      </SelectionBar>
      {isSettling && (
        <SettleDialog
          differences={{ inventoryId: oid, items: toSettle, seen }}
          onClose={() => setSettling(false)}
          onDone={() => {
            setSettling(false);
            showSuccess(
              t(msg("{n, plural, one {# difference} other {# differences}} settled."), {
                n: toSettle.length,
              }),
            );
            selection.clear();
          }}
        />
      )}
      {isMethodOpen && (
        <MethodDialog
          counted={{ inventoryId: oid, items: counted, seen }}
          onClose={() => setMethodOpen(false)}
          onDone={() => {
            setMethodOpen(false);
            showSuccess(t(msg("Saved.")));
            selection.clear();
          }}
        />
      )}
      <ActionState action={action} />
    </>
  );
}
