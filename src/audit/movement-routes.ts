import { z } from "zod";
import { MOVEMENT_KINDS } from "../domain/stock-movements.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type AreaEndpoint, inArea } from "../http/endpoint/areas.ts";
import { batch, query } from "../http/endpoint/endpoint.ts";
import { oneOf, queryId, queryTime } from "../http/endpoint/fields.ts";
import { tableQuery, tableReply, tableResponse } from "../http/endpoint/table-response.ts";
import { makePaths } from "../locations/path.ts";
import { dayAt } from "../platform/clock.ts";
import { EXPORT_PAGE } from "../platform/tables/newest-first.ts";
import type { BeginExport } from "../security-log/table.ts";
import { withCompany } from "../settings/company/company-column.ts";
import { listInReader } from "../storage/database/json.ts";
import type { Db } from "../storage/database/statement.ts";
import { findFirstOid } from "./first-entry.ts";
import { listFor, type MovementFilter } from "./movement-store.ts";
import { movementTable, parsedPage } from "./movement-table.ts";
import { StockMovement } from "./shapes.ts";

/** Rows of one response. */
const MAX_LISTED = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;

const filters = {
  articleId: queryId().optional(),
  locationId: queryId().optional(),
  kind: oneOf(MOVEMENT_KINDS).optional(),
  from: queryTime().optional(),
  to: queryTime().optional(),
};
type Filters = { readonly [K in keyof typeof filters]?: z.output<(typeof filters)[K]> };
const FILTERED =
  "`locationId` selects what changed at exactly this location. `from` is inclusive, `to` exclusive. Names are current ones.";

function filterOf(db: Db, tenantId: number, query: Filters): Omit<MovementFilter, "limit"> {
  return {
    tenantId,
    articleId: query.articleId ?? null,
    locationId: query.locationId ?? null,
    kind: query.kind ?? null,
    first: query.from === undefined ? 0 : findFirstOid(db, query.from),
    before: query.to === undefined ? NEWEST : findFirstOid(db, query.to),
  };
}

/** The ledger: the changes of stock, as a list and as a table. */
export function movementRoutes(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): AreaEndpoint[] {
  const { db, reader } = storage;
  const list = query("GET", "/api/stock-movements", {
    operationId: "listStockMovements",
    scope: "history:read",
    permission: "work",
    summary: "Changes of stock, newest first, at most 100; continue with `before=<oid>`",
    description: `Each entry of the audit that tells of stock: who changed the pieces of an article at a location, when and why. Stock that a server had before its first entry has one of the kind \`opening\`. ${FILTERED} \`GET /api/changes\` has them as \`stockMovement\`.`,
    query: { ...filters, before: queryId().optional() },
    response: z.array(StockMovement),
    tables: ["auditEntry", "article", "location", "user", "inventory"],
    async run({ query }, { tenantId }) {
      const filter = { ...filterOf(db, tenantId, query), limit: MAX_LISTED };
      const page = { ...filter, before: Math.min(filter.before, query.before ?? NEWEST) };
      return { kind: "json", body: await listInReader(reader, listFor(page), page) };
    },
  });
  const table = batch("GET", "/api/export/stock-movements", {
    operationId: "exportStockMovements",
    scope: "history:read",
    permission: "manage",
    summary: "Changes of stock as a table, newest first",
    description: `The filters are those of the list. ${FILTERED} Each row repeats the company. \`format\` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark; the default \`separator\` is comma in English, else semicolon. Times are UTC. Cells that begin like a formula get an apostrophe. A user may export 120 files an hour, all kinds together.`,
    query: { ...filters, ...tableQuery },
    response: tableReply,
    errors: { 429: "too many exports in an hour; see Retry-After" },
    run({ query, language, address }, principal) {
      beginExport(principal, address, { table: "stock-movements", format: query.format ?? "csv" });
      const filter = { ...filterOf(db, principal.tenantId, query), limit: EXPORT_PAGE };
      const pageBefore = async (oid: number) => {
        const page = { ...filter, before: Math.min(filter.before, oid) };
        return parsedPage(await reader.rows(listFor(page).bound(page)));
      };
      const name = `stock-movements-${dayAt(clock.iso(), config.timeZone)}`;
      const table = withCompany(
        movementTable(pageBefore, makePaths(db, principal.tenantId), language),
        db,
        principal.tenantId,
        language,
      );
      return tableResponse(table, name, query, language);
    },
  });
  return [...inArea("articles", [list]), ...inArea("import and export", [table])];
}
