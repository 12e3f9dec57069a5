import { msg } from "../domain/message.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, type Endpoint } from "../http/endpoint/endpoint.ts";
import { queryId, textOrNull } from "../http/endpoint/fields.ts";
import { tableQuery, tableReply, tableResponse } from "../http/endpoint/table-response.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import { makePaths } from "../locations/path.ts";
import { dayAt } from "../platform/clock.ts";
import type { Cell } from "../platform/tables/cell.ts";
import type { BeginExport } from "../security-log/table.ts";
import type { RefillListReader } from "./list.ts";
import type { RefillFilter } from "./list-store.ts";
import type { RefillItem } from "./shapes.ts";

/** The filters of the list and its export. */
export const listFilters = {
  locationId: queryId().optional(),
  categoryId: queryId().optional(),
  supplier: textOrNull().optional(),
};

interface Filters {
  readonly locationId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly supplier?: string | null | undefined;
}

/** The filter of a query. */
export function filterOf(tenantId: number, { locationId, categoryId, supplier }: Filters): RefillFilter {
  return {
    tenantId,
    locationId: locationId ?? null,
    categoryId: categoryId ?? null,
    supplier: supplier ?? null,
  };
}

const COLUMNS = [
  { title: msg("Location"), width: 30 },
  { title: msg("Code") },
  { title: msg("Article"), width: 30 },
  { title: msg("Stock") },
  { title: msg("Minimum") },
  { title: msg("Refill up to") },
  { title: msg("Missing") },
  { title: msg("Where else it is"), width: 40 },
  { title: msg("Supplier"), width: 24 },
  { title: msg("Unit") },
];

/** The export of the refill list. */
export function refillListExport(
  { storage, clock, config }: Dependencies,
  list: RefillListReader,
  beginExport: BeginExport,
): Endpoint {
  return batch("GET", "/api/export/refill-list", {
    operationId: "exportRefillList",
    area: "import and export",
    scope: "exports:read",
    permission: "manage",
    summary: "The refill list as a table, in the walking order of the locations",
    description:
      "The filters are those of the list. `format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark; the default `separator` is comma in English, else semicolon. Cells that begin like a formula get an apostrophe. A user may export 120 files an hour, all kinds together.",
    query: { ...listFilters, ...tableQuery },
    response: tableReply,
    errors: { 429: "too many exports in an hour; see Retry-After" },
    run({ query, language, address }, principal) {
      beginExport(principal, address, { table: "refill-list", format: query.format ?? "csv" });
      const columns = COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) }));
      const pathOf = makePaths(storage.db, principal.tenantId);
      const rows = rowsOf(list.lines(filterOf(principal.tenantId, query)), pathOf, language);
      const name = `refill-list-${dayAt(clock.iso(), config.timeZone)}`;
      return tableResponse({ name: "refill-list", columns, rows }, name, query, language);
    },
  });
}

async function* rowsOf(
  items: AsyncIterable<RefillItem>,
  pathOf: (location: { readonly oid: number }) => string,
  language: Locale,
): AsyncGenerator<readonly Cell[]> {
  for await (const { location, article, stock, minimum, target, missing, sources } of items)
    yield [
      location === null ? textIn(msg("Everywhere"), language) : pathOf(location),
      article.code,
      article.name,
      stock,
      minimum,
      target,
      missing,
      sources
        .map((one) => `${pathOf(one.location)}: ${[one.quantity, article.unit].filter(Boolean).join(" ")}`)
        .join(", ") || null,
      article.supplier,
      article.unit ?? textIn(msg("pcs"), language),
    ];
}
