import type { z } from "zod";
import { fold } from "../domain/text-folding.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, type Endpoint } from "../http/endpoint/endpoint.ts";
import { day, oneOf, queryId, searchedOrNull } from "../http/endpoint/fields.ts";
import { tableQuery, tableReply, tableResponse } from "../http/endpoint/table-response.ts";
import { dayAt } from "../platform/clock.ts";
import { EXPORT_PAGE } from "../platform/tables/newest-first.ts";
import type { BeginExport } from "../security-log/table.ts";
import { withCompany } from "../settings/company/company-column.ts";
import { custodyTable, parsedPage } from "./export.ts";
import { CUSTODY_STATES } from "./shapes.ts";
import * as store from "./store.ts";

/** The filters of the list and the export. */
export const custodyFilters = {
  state: oneOf(CUSTODY_STATES).optional(),
  articleId: queryId().optional(),
  userId: queryId().optional(),
  locationId: queryId().optional(),
  dueBefore: day().optional(),
  q: searchedOrNull().optional(),
};
type Filters = { readonly [K in keyof typeof custodyFilters]?: z.output<(typeof custodyFilters)[K]> };

/** The filter of a query, without a page. */
export function filterOf(tenantId: number, query: Filters): Omit<store.CustodyFilter, "before" | "limit"> {
  return {
    tenantId,
    articleId: query.articleId ?? null,
    userId: query.userId ?? null,
    locationId: query.locationId ?? null,
    folded: query.q ? fold(query.q) : null,
    dueBefore: query.dueBefore ?? null,
  };
}

/** The export of custodies. */
export function custodyExportRoutes(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): Endpoint[] {
  return [
    batch("GET", "/api/export/custodies", {
      operationId: "exportCustodies",
      scope: "custody:read",
      permission: "manage",
      summary: "Who has or had which article, as a table, newest first",
      description:
        "The filters are those of the list. Each row repeats the company. `format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark; the default `separator` is comma in English, else semicolon. Times are UTC. Cells that begin like a formula get an apostrophe. A user may export 120 files an hour, all kinds together.",
      query: {
        ...custodyFilters,
        ...tableQuery,
      },
      response: tableReply,
      errors: { 429: "too many exports in an hour; see Retry-After" },
      run({ query, language, address }, principal) {
        const { format = "csv" } = query;
        beginExport(principal, address, { table: "custodies", format });
        const filter = { ...filterOf(principal.tenantId, query), limit: EXPORT_PAGE };
        const listed = store.listFor(query.state, filter);
        // In the reader thread: a filter that few match reads all custodies.
        const pageBefore = async (before: number) =>
          parsedPage(await storage.reader.rows(listed.bound({ ...filter, before })));
        const name = `custodies-${dayAt(clock.iso(), config.timeZone)}`;
        const table = withCompany(
          custodyTable(pageBefore, language),
          storage.db,
          principal.tenantId,
          language,
        );
        return tableResponse(table, name, query, language);
      },
    }),
  ];
}
