import { ITEM_VIEWS, type ItemView } from "../../../../domain/item-views.ts";

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
  readonly page: number;
  /** The item whose details are shown. */
  readonly item: number | null;
  /** Totals of the locations are shown instead of the items. */
  readonly isByLocation: boolean;
}

/** Rows of a page. */
export const PAGE_ROWS = 100;

/** The parameters of the address that narrow the items down. */
export const FILTER_NAMES = ["q", "place", "person", "category"] as const;

/** Reads the query of the address. */
export function resultsQueryOf(query: URLSearchParams): ResultsQuery {
  const numberOf = (name: string) => {
    const given = Number(query.get(name) || Number.NaN);
    return Number.isSafeInteger(given) ? given : null;
  };
  return {
    view: ITEM_VIEWS.find((view) => view === query.get("tab")) ?? null,
    location: numberOf("place"),
    person: numberOf("person"),
    category: numberOf("category"),
    text: query.get("q") ?? "",
    sort: query.get("sort") ?? "-value",
    cursor: query.get("cursor"),
    page: numberOf("page") ?? 1,
    item: numberOf("item"),
    isByLocation: query.get("by") === "location",
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
