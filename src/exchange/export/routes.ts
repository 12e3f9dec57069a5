import { createFilters, filterQuery as listFilters, sortOf } from "../../articles/filter-params.ts";
import { readMatchingIds } from "../../articles/page.ts";
import { selectionSort } from "../../articles/selection/selection.ts";
import { createTrigramStats } from "../../articles/trigram-index.ts";
import type { RequiredScope } from "../../domain/scopes.ts";
import { fold } from "../../domain/text-folding.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { queryId, searchedOrNull, textOrNull } from "../../http/endpoint/fields.ts";
import { tableQuery, tableReply } from "../../http/endpoint/table-response.ts";
import { NO_FILTER } from "./rows.ts";
import type { Filter } from "./store.ts";
import type { ExportTable } from "./table-export.ts";

const filterQuery = {
  categoryId: queryId().optional(),
  typeId: queryId().optional(),
  stateId: queryId().optional(),
  locationId: queryId().optional(),
  q: searchedOrNull().optional(),
};
const refusals = {
  400: "a parameter is invalid, or there are more rows than a sheet holds (1 048 575)",
  429: "too many exports in an hour; see Retry-After",
  503: "too many exports are in progress",
};
const FORMAT_TEXT =
  "`format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark. The default `separator` is comma in English, else semicolon; with a semicolon decimals have a comma. Headers and names of global states are in the language of `Accept-Language`; the import reads both languages. CSV cells that begin like a formula get an apostrophe, which the import removes. The file is streamed from one snapshot; if the connection breaks, the file is incomplete. A user may export 120 files an hour, reports and the security log included.";
const FILTER_TEXT =
  "`locationId` includes all locations below it. `q` searches name, code, serial number and RFID.";

/** More than the names of all columns, each custom field among them. */
const MAX_COLUMNS_LENGTH = 4000;

type FilterQuery = {
  readonly [K in keyof typeof filterQuery]?: K extends "q" ? string | null | undefined : number | undefined;
};

/** Exports of articles, stock, minimum stock, locations and users as tables that the import can read. */
export function exportRoutes({ storage, clock }: Dependencies, exportTable: ExportTable): Endpoint[] {
  const filters = createFilters(storage, createTrigramStats(storage.db, clock.now));
  return [
    batch("GET", "/api/export/articles", {
      operationId: "exportArticles",
      summary: "The articles as a table",
      description: `Filters and \`sort\` are those of GET /api/articles/page; the default order is that of creation. \`columns\` selects columns, by commas, in their order: a column of the import by its field, \`field:\` with the oid of a custom field, or \`pieces\` (at all locations), \`currency\`, \`heldBy\`, \`isDisposal\`, \`createdDT\`, \`modifiedDT\`. Location and quantity are of the location with the most pieces; export stock for all locations. Proposals, which have no code, are left out. ${FORMAT_TEXT}`,
      scope: "exports:read",
      permission: "manage",
      query: {
        ...tableQuery,
        ...listFilters(),
        sort: selectionSort(),
        columns: textOrNull(MAX_COLUMNS_LENGTH).optional(),
      },
      response: tableReply,
      errors: refusals,
      async run({ query, language, address }, principal) {
        const { tenantId } = principal;
        const { format, separator, columns, sort = "oid", ...params } = query;
        const isWhole = [query.sort, columns, ...Object.values(params)].every((value) => value == null);
        const filter = await filters.filterOf(tenantId, params);
        const limit = Number.MAX_SAFE_INTEGER;
        const order = sortOf(sort, filter);
        const readIds = async () =>
          (await readMatchingIds(storage.reader, { filter, sort: order, language, limit })).ids;
        const selection = { kind: "articles", tenantId, filter: NO_FILTER, language } as const;
        const all = isWhole ? undefined : readIds;
        return exportTable(principal, address, selection, { format, separator, columns, readIds: all });
      },
    }),
    batch("GET", "/api/export/stock", {
      operationId: "exportStock",
      summary: "The stock as a table",
      description: `${FILTER_TEXT} ${FORMAT_TEXT}`,
      scope: "exports:read",
      permission: "manage",
      query: { ...tableQuery, ...filterQuery },
      response: tableReply,
      errors: refusals,
      run({ query, language, address }, principal) {
        const { tenantId } = principal;
        const filter = filterOf(query);
        return exportTable(principal, address, { kind: "stock", tenantId, filter, language }, query);
      },
    }),
    whole("refill-rules", "manage", {
      operationId: "exportRefillRules",
      scope: "exports:read",
      summary: "The rules of minimum stock as a table",
      description: `Without a location a rule counts everywhere. One at a location whose path is longer than a cell can hold (32 767 characters) is left out. ${FORMAT_TEXT}`,
    }),
    whole("locations", "manage", {
      operationId: "exportLocations",
      scope: "exports:read",
      summary: "The locations as a table, by path",
      description: `A path longer than a cell can hold (32 767 characters) is left empty. ${FORMAT_TEXT}`,
    }),
    whole("users", "administer", {
      operationId: "exportUsers",
      summary: "The users as a table",
      description: `Passwords and PINs are never exported. ${FORMAT_TEXT}`,
    }),
  ];

  function whole(
    kind: "refill-rules" | "locations" | "users",
    permission: "manage" | "administer",
    texts: Texts,
  ): Endpoint {
    return batch("GET", `/api/export/${kind}`, {
      ...texts,
      permission,
      query: tableQuery,
      response: tableReply,
      errors: refusals,
      run({ query, language, address }, principal) {
        const { tenantId } = principal;
        return exportTable(principal, address, { kind, tenantId, filter: NO_FILTER, language }, query);
      },
    });
  }
}

/** What the API description says about an export. */
interface Texts {
  readonly operationId: string;
  readonly scope?: RequiredScope;
  readonly summary: string;
  readonly description: string;
}

function filterOf({ categoryId, typeId, stateId, locationId, q }: FilterQuery): Filter {
  return {
    ...NO_FILTER,
    categoryId: categoryId ?? null,
    typeId: typeId ?? null,
    stateId: stateId ?? null,
    locationId: locationId ?? null,
    folded: q ? fold(q) : null,
  };
}
