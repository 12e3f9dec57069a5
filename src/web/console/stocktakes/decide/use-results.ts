import { useRef } from "preact/hooks";
import { ITEM_VIEWS, type ItemView, viewsIn } from "../../../../domain/item-views.ts";
import { call, type Query, withQueryText } from "../../../api/call.ts";
import type {
  InventoryDetail,
  InventoryItemPage,
  InventoryItemTotals,
} from "../../../api/types/endpoints.d.ts";
import type { Kind } from "../../realtime/query-client.ts";
import { type ResponseOrPrevious, useLiveQuery, usePreviousBody } from "../../realtime/use-live-query.ts";

/** The kinds of records whose changes affect the results. */
const FOLLOWED: readonly Kind[] = ["stocktakes", "articles", "users"];

/** The response to a request for results, or the earlier one until it arrives. */
export function useResultQuery<T>(request: Query<T> | null): ResponseOrPrevious<T> {
  return usePreviousBody(useLiveQuery(request, { follows: FOLLOWED }), request !== null);
}

/** The results of a stocktake as the screen shows them. */
interface Results {
  readonly totals: ResponseOrPrevious<InventoryItemTotals>;
  readonly page: ResponseOrPrevious<InventoryItemPage>;
  /** Null: not known before the totals. */
  readonly view: ItemView | null;
}

/** Reads the totals of the views and one page of the view. Changes on the server update both. */
export function useResults(inventory: InventoryDetail, query: ResultsQuery): Results {
  const filter = filterParameters(query);
  const totals = useResultQuery(
    call("GET /api/inventories/{id}/items/totals", { id: inventory.oid, ...filter }),
  );
  const view = useView(inventory, query, totals.body);
  const { sort, cursor } = query;
  const page = useResultQuery(
    view === null || query.isByLocation
      ? null
      : withQueryText(
          call("GET /api/inventories/{id}/items/page", {
            id: inventory.oid,
            ...filter,
            view,
            cursor: cursor ?? undefined,
            limit: PAGE_ROWS,
          }),
          new URLSearchParams({ sort }),
        ),
  );
  return { totals, page, view };
}

/** The views that a screen without a chosen one opens on, the first that has items. */
const FIRST: readonly ItemView[] = ["needsDecision", "differences", "all"];

/** The view of the address. Without one the first with items; it stays when they are decided. */
function useView(
  { oid, inventoryStateId }: InventoryDetail,
  { view }: ResultsQuery,
  totals: InventoryItemTotals | null,
): ItemView | null {
  const chosen = useRef<{ readonly key: string; readonly view: ItemView } | null>(null);
  const key = `${oid} ${inventoryStateId}`;
  if (view !== null) return view;
  if (chosen.current?.key === key) return chosen.current.view;
  if (totals === null) return null;
  const possible = viewsIn(inventoryStateId);
  const first = FIRST.find((one) => possible.indexOf(one) !== -1 && totals.views[one].items > 0) ?? "all";
  chosen.current = { key, view: first };
  return first;
}

/** What the results screen shows, as its address has it. Null: not given. */
export interface ResultsQuery {
  readonly view: ItemView | null;
  /** Expected or found at this location or below it. */
  readonly location: number | null;
  /** Who counted last. */
  readonly person: number | null;
  readonly category: number | null;
  readonly text: string;
  readonly sort: string;
  readonly cursor: string | null;
  /** The item whose details are shown. */
  readonly item: number | null;
  /** Totals of the locations are shown instead of the items. */
  readonly isByLocation: boolean;
}

/** Rows of a page. */
export const PAGE_ROWS = 100;

/** The sort orders of the items, as the server has them. */
const ITEM_ORDERS: readonly string[] = [
  "value",
  "difference",
  "expected",
  "counted",
  "code",
  "name",
  "location",
];
/** The sort orders of the totals by location. */
const LOCATION_ORDERS = [
  "location",
  "items",
  "expected",
  "notCounted",
  "moved",
  "difference",
  "counted",
  "value",
] as const;
export type LocationOrder = (typeof LOCATION_ORDERS)[number];

/** Reads the query of the address. A sort order that its table does not have becomes the default one. */
export function resultsQueryOf(query: URLSearchParams): ResultsQuery {
  const numberOf = (name: string) => {
    const given = Number(query.get(name) || Number.NaN);
    return Number.isSafeInteger(given) ? given : null;
  };
  const isByLocation = query.get("by") === "location";
  const orders: readonly string[] = isByLocation ? LOCATION_ORDERS : ITEM_ORDERS;
  const sort = query.get("sort") ?? "";
  return {
    view: ITEM_VIEWS.find((view) => view === query.get("tab")) ?? null,
    location: numberOf("location"),
    person: numberOf("person"),
    category: numberOf("category"),
    text: query.get("q") ?? "",
    sort: orders.includes(sort.replace(/^-/, "")) ? sort : "-value",
    cursor: query.get("cursor"),
    item: numberOf("item"),
    isByLocation,
  };
}

/** The filters as the server's parameters. */
export function filterParameters({ location, person, category, text }: ResultsQuery) {
  return {
    locationId: location ?? undefined,
    userId: person ?? undefined,
    categoryId: category ?? undefined,
    q: text.trim() || undefined,
  };
}
