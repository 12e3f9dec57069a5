import { addressOf, addressQuery, changeQuery } from "../../router/address.ts";
import { path } from "../../router/router.ts";

/** An option of a filter. */
interface Item<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/**
 * A filter of a list. Its key is its name in the address and, by custom, in the request.
 * - `search`: typed, always shown above the others
 * - `text`, `number`, `decimal`: typed; `flag`: set or not
 * - `choice`: one of a few values; `record`: a record by its name; `location`: a location by its name or code
 * - `from`, `to`: a day in the time zone of this computer; its value is the start of the day, or its end (ISO 8601)
 * - `day`: a day as it is in the address
 * - `view`: links above the filters, of which one is always current (`""`: the first); not cleared with the filters
 * - `link`: set by links to the list only
 */
export type Filter = Relations &
  (
    | { readonly kind: "search"; readonly label: string; readonly hint?: string }
    | { readonly kind: "text"; readonly label: string; readonly maxLength?: number }
    | { readonly kind: "number"; readonly label: string }
    | {
        readonly kind: "location";
        readonly label: string;
        /** The label of its field. Default: `label`. */
        readonly fieldLabel?: string;
      }
    | { readonly kind: "day" | "flag"; readonly label: string }
    | { readonly kind: "decimal"; readonly label: string; readonly text?: (value: string) => string }
    | { readonly kind: "link"; readonly label: string; readonly text: (value: string) => string }
    | { readonly kind: "choice"; readonly label: string; readonly items: readonly Item<string>[] }
    | {
        readonly kind: "record";
        readonly label: string;
        readonly items: readonly { readonly oid: number; readonly name: string }[];
      }
    | { readonly kind: "from" }
    | { readonly kind: "to" }
    | { readonly kind: "view"; readonly items: readonly Item<string>[] }
  );

/** How a filter depends on others. */
interface Relations {
  /** Offered only while this filter is set, and cleared when it changes. */
  readonly within?: string;
  /** Cleared when this one is set. */
  readonly excludes?: readonly string[];
}

/** The filters of a list by their names, in the order on the screen. */
export type Filters = Readonly<Record<string, Filter>>;

type ValueOf<F extends Filter> = F extends {
  readonly kind: "choice" | "view";
  readonly items: readonly Item<infer Value>[];
}
  ? Exclude<Value, "">
  : F extends { readonly kind: "number" | "record" | "location" }
    ? number
    : string;

/** The values of filters; undefined: not set. */
export type FilterValues<F extends Filters> = { readonly [Name in keyof F]: ValueOf<F[Name]> | undefined };

/** The values of the filters in the address. A value that a filter can't have counts as not set. */
export function filterValues<F extends Filters>(filters: F): FilterValues<F> {
  const query = addressQuery();
  const values: Record<string, string | number | undefined> = {};
  for (const [name, filter] of Object.entries(filters)) {
    values[name] = isOffered(filter, query) ? filterValue(filter, query.get(name) ?? "") : undefined;
  }
  // The kind of each filter determines the type of its value.
  return values as FilterValues<F>;
}

/** Whether the filter has a meaning beside the others that are set. */
export const isOffered = ({ within }: Filter, query: URLSearchParams) =>
  within === undefined || query.has(within);

/** The value of a filter by its text in the address; undefined: not set. */
export function filterValue(filter: Filter, text: string): string | number | undefined {
  switch (filter.kind) {
    case "number":
    case "record":
    case "location":
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case "choice":
    case "view":
      return filter.items.find(({ value }) => value === text)?.value || undefined;
    case "from":
      return startOfDay(text, 0);
    case "to":
      return startOfDay(text, 1);
    default:
      return text || undefined;
  }
}

/** The start of a day (`2026-11-20`), or of a day some days after it. */
function startOfDay(day: string, daysAfter: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysAfter).toISOString();
}

/** Whether a filter is set that *Clear filters* removes. */
export function isFiltered(filters: Filters): boolean {
  const values = filterValues(filters);
  return Object.entries(filters).some(([name, { kind }]) => kind !== "view" && values[name] !== undefined);
}

/** The parameters of the address that a change of a filter removes: the first page is shown again, without an open row. */
export const PAGE = { before: null, cursor: null, page: null, item: null };

/** Changes a filter in the address, and clears those that go with it. */
export function setFilter(filters: Filters, name: string, value: string | number | null): void {
  const inner = Object.keys(filters).filter((other) => filters[other]?.within === name);
  const cleared = [...inner, ...((value !== null && filters[name]?.excludes) || [])];
  changeQuery(
    { ...PAGE, ...Object.fromEntries(cleared.map((other) => [other, null])), [name]: value },
    { replace: true },
  );
}

/** Removes all filters from the address. */
export function clearFilters(filters: Filters): void {
  const names = Object.keys(filters).filter((name) => filters[name]?.kind !== "view");
  // A saved view without its filters is another one.
  changeQuery(
    { ...PAGE, saved: null, ...Object.fromEntries(names.map((name) => [name, null])) },
    { replace: true },
  );
}

/** The link to a view of the list, with the same filters. */
export function viewHref(name: string, value: string): string {
  const [screen = "/"] = path.value.split("?");
  return `#${addressOf(screen, { ...Object.fromEntries(addressQuery()), ...PAGE, [name]: value })}`;
}
