import { ARTICLE_FILTER_NAMES, type ArticleFilter } from "../../../records/article-filters.ts";
import { call, type Query, withQueryText } from "../../api/call.ts";
import type { ArticlePage } from "../../api/types/endpoints.d.ts";
import { withoutControls } from "../../scanner/search-text.ts";
// The query of the article table, in the screen's address and in the request.

/** The page size of the table. */
export const PAGE_ROWS = 100;

/** The filters; null: none. */
export interface ListQuery {
  readonly filters: Readonly<Record<ArticleFilter, string | null>>;
  readonly sort: string;
  readonly cursor: string | null;
  /** 1 is the first page. */
  readonly page: number;
}

/** Reads the query from the address. */
export function listQueryOf(query: URLSearchParams): ListQuery {
  const filters = Object.fromEntries(
    ARTICLE_FILTER_NAMES.map((name) => [name, withoutControls(query.get(name) ?? "") || null]),
  );
  const cursor = query.get("cursor") || null;
  return {
    filters: filters as ListQuery["filters"],
    sort: query.get("sort") ?? "name",
    cursor,
    page: cursor === null ? 1 : Math.max(2, Number(query.get("page")) || 2),
  };
}

/** The request for a page. */
export function pageQuery({ filters, sort, cursor }: ListQuery): Query<ArticlePage> {
  return pageOf(filters, { sort, cursor, limit: String(PAGE_ROWS) });
}

/** The request for the number of articles that match the filters. */
export function totalQuery(filters: ListQuery["filters"]): Query<ArticlePage> {
  return pageOf(filters, { limit: "1", withTotal: "true" });
}

function pageOf(
  filters: ListQuery["filters"],
  more: Readonly<Record<string, string | null>>,
): Query<ArticlePage> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    if (value !== null) query.set(name, value);
  }
  return withQueryText(call("GET /api/articles/page"), query);
}
