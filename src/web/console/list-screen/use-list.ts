import type { Query } from "../../api/call.ts";
import type { QueryResult } from "../../query/query-state.ts";
import { addressQuery } from "../../router/address.ts";
import { type Paging, usePaging } from "../../ui/table/pagination.tsx";
import type { Kind } from "../realtime/query-client.ts";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { type Filters, type FilterValues, filterValues } from "./filters.ts";

/** The part of a request that selects the page, by the kind of its pages. */
interface PageValues {
  /** Records with a smaller number, newest first. */
  readonly before: { readonly before: number | undefined };
  /** The cursor in the response before. */
  readonly cursor: { readonly cursor: string; readonly limit: number };
}

/** A page of rows, as the server sends it. */
type PageBody<Row> =
  | readonly Row[]
  | { readonly items: readonly Row[]; readonly nextCursor: string | null; readonly total?: number };

interface ListOptions<Row, F extends Filters, By extends keyof PageValues> {
  /** Default: none. */
  readonly filters?: F;
  /** Absent: the response has all rows. `rows`: on a page, as the server limits them. */
  readonly pages?: { readonly by: By; readonly rows: number };
  /** The request for a page, with the values of the filters. Spread both where the names are those of the request. */
  readonly request: (filters: FilterValues<F>, page: PageValues[By]) => Query<PageBody<Row>>;
  /** Kinds of records in the rows: the list follows their changes. */
  readonly follows?: readonly Kind[];
  /** For data without events: the interval of requests. */
  readonly everySeconds?: number;
}

/** The pages of a list. */
interface ListPages extends Paging {
  readonly pageRows: number;
  /** The number of rows of the response on this page. */
  readonly shown: number;
  /** On all pages; null: not known. */
  readonly total: number | null;
}

/** The rows of a list, with the state of their request. */
export interface List<Row> {
  /** Null: none yet. */
  readonly rows: readonly Row[] | null;
  /** `rows` are those of the request before. */
  readonly isWaiting: boolean;
  readonly query: QueryResult<unknown>;
  readonly filters: Filters;
  /** Null: all rows are here. */
  readonly pages: ListPages | null;
}

/** A list that can be filtered and requested again. */
interface RequestedList<Row, F extends Filters> extends List<Row> {
  /** The values of the filters, for example for an export. */
  readonly values: FilterValues<F>;
  /** Sends the request again, after a change. */
  readonly refetch: () => void;
}

/**
 * The rows of a list from the server, for `ListScreen`. Filters and page are in the address. The rows before stay until others
 * arrive.
 */
export function useList<Row extends object, const F extends Filters, By extends keyof PageValues = "before">({
  filters,
  pages,
  request,
  follows,
  everySeconds,
}: ListOptions<Row, F, By>): RequestedList<Row, F> {
  // Without filters there are no values.
  const own = filters ?? ({} as F);
  const query = addressQuery();
  const values = filterValues(own);
  const { before, cursor } = Object.fromEntries(query);
  const page: PageValues = {
    before: { before: Number(before) || undefined },
    cursor: { cursor: cursor ?? "", limit: pages?.rows ?? 0 },
  };
  const asked = request(values, page[pages?.by ?? ("before" as By)]);
  const result = usePreviousBody(
    useLiveQuery(asked, {
      ...(follows !== undefined && { follows }),
      ...(everySeconds !== undefined && { everySeconds }),
    }),
  );
  const { body, isWaiting } = result;
  const rows = body === null ? null : "items" in body ? body.items : body;
  const next = isWaiting || body === null || pages === undefined ? null : nextOf(body, pages.rows);
  const paging = usePaging({ name: pages?.by ?? "before", query, next });
  return {
    rows,
    isWaiting,
    query: result.query,
    refetch: result.query.refetch,
    filters: own,
    values,
    pages:
      pages === undefined
        ? null
        : {
            ...paging,
            pageRows: pages.rows,
            shown: rows?.length ?? 0,
            total: body !== null && "items" in body ? (body.total ?? null) : null,
          },
  };
}

/** The cursor of the next page; null: none. */
function nextOf(body: PageBody<object>, pageRows: number): string | number | null {
  if ("items" in body) return body.nextCursor;
  // Pages by `before` have records with a number.
  const last = body[pageRows - 1] as { readonly oid: number } | undefined;
  return last?.oid ?? null;
}

/** A list whose rows are all here already, for example from the event stream. */
export function listOf<Row>(query: QueryResult<readonly Row[]>): List<Row> {
  return { rows: query.body, isWaiting: false, query, filters: {}, pages: null };
}
