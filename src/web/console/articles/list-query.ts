import {
  ARTICLE_FILTER_NAMES,
  ARTICLE_FILTERS,
  type ArticleFilter,
} from "../../../records/article-filters.ts";
import { call, type Query, withQueryText } from "../../api/call.ts";
import type { ArticlePage, ArticleTotals } from "../../api/types/endpoints.d.ts";
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
  const query = given({ ...filters, sort, cursor, limit: String(PAGE_ROWS) });
  return withQueryText(call("GET /api/articles/page"), query);
}

/** The request for the totals of the articles that match the filters. */
export function totalsQuery(filters: ListQuery["filters"]): Query<ArticleTotals> {
  return withQueryText(call("GET /api/articles/totals"), given(filters));
}

/** The filters in the body of a request. The server checks them. */
export function filterOf({ filters }: ListQuery): Readonly<Record<string, string | number | boolean>> {
  const set = Object.entries(filters).flatMap(([name, text]) =>
    text === null ? [] : [[name, typedValue(name as ArticleFilter, text)]],
  );
  return Object.fromEntries(set);
}

function typedValue(name: ArticleFilter, text: string): string | number | boolean {
  switch (ARTICLE_FILTERS[name]) {
    case "flag":
      return /^(?:true|1)$/i.test(text);
    case "reference":
    case "money":
      return Number(text);
    default:
      return text;
  }
}

/** The request for a file of all articles that match. `columns`: those of the export. */
export function exportQuery(
  { filters, sort }: ListQuery,
  columns: readonly string[],
  format: "csv" | "xlsx",
): Query<unknown> {
  return withQueryText(
    call("GET /api/export/articles"),
    given({ ...filters, sort, columns: columns.join(), format }),
  );
}

function given(values: Readonly<Record<string, string | null>>): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, value);
  return query;
}
