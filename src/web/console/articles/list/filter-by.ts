import { ARTICLE_FILTER_NAMES, type ArticleFilter } from "../../../../records/article-filters.ts";
import { changeQuery } from "../../../router/address.ts";

/** Sets filters in the address and shows the first page of the result. */
export function filterBy(
  changed: Partial<Record<ArticleFilter, string | number | null>>,
  replace = false,
): void {
  changeQuery({ ...changed, cursor: null, page: null }, { replace });
}

/** Removes all filters but the text. */
export function clearFilters(): void {
  filterBy(
    Object.fromEntries(ARTICLE_FILTER_NAMES.filter((name) => name !== "q").map((name) => [name, null])),
  );
}
