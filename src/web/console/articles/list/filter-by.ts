import { changeQuery } from "../../../router/address.ts";
import { FILTERS, type Filter } from "../list-query.ts";

/** Sets filters in the address and shows the first page of the result. */
export function filterBy(changed: Partial<Record<Filter, string | number | null>>, replace = false): void {
  changeQuery({ ...changed, cursor: null, page: null }, { replace });
}

/** Removes all filters but the text. */
export function clearFilters(): void {
  filterBy(Object.fromEntries(FILTERS.filter((name) => name !== "q").map((name) => [name, null])));
}
