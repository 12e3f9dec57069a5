import { join } from "node:path";
import { z } from "zod";
import type { Principal } from "../../domain/principal.ts";
import { fold } from "../../domain/text-folding.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { oneOf, queryId, textOrNull } from "../../http/endpoint/fields.ts";
import type { StreamResponse } from "../../http/endpoint/response.ts";
import { LOCALES } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from "../../platform/tables/csv-format.ts";
import { CSV_TYPE } from "../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../platform/tables/xlsx-write.ts";
import { siteTime } from "../../printing/requests/label.ts";
import type { BeginExport } from "../../security-log/exports.ts";
import { COLUMNS } from "../import/columns.ts";
import { startExport } from "./file.ts";
import type { ExportSelection } from "./rows.ts";
import type { Filter } from "./store.ts";

/** Each export runs in a worker with its own connection. */
const MAX_RUNNING = 2;
const MAX_WAITING = 10;

const formatQuery = {
  format: oneOf(["csv", "xlsx"]).optional(),
  separator: oneOf(SEPARATOR_NAMES).optional(),
};
const filterQuery = {
  categoryId: queryId().optional(),
  typeId: queryId().optional(),
  stateId: queryId().optional(),
  locationId: queryId().optional(),
  q: textOrNull().optional(),
};
const reply = z.file().mime([CSV_TYPE, XLSX_TYPE]);
const refusals = {
  400: "a parameter is invalid, or there are more rows than a sheet holds (1 048 575)",
  429: "too many exports in an hour; see Retry-After",
  503: "too many exports are in progress",
};
const FORMAT_TEXT =
  "`format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark. The default `separator` is comma in English, else semicolon; with a semicolon decimals have a comma. Headers and names of global states are in the language of `Accept-Language`; the import reads both languages. CSV cells that begin like a formula get an apostrophe, which the import removes. The file is streamed from one snapshot; if the connection breaks, the file is incomplete. A user may export 120 files an hour, reports and the security log included.";
const FILTER_TEXT =
  "`locationId` includes all locations below it. `q` searches name, code, serial number and RFID.";

/** Query parameters of the file format. */
interface FormatQuery {
  readonly format?: "csv" | "xlsx" | undefined;
  readonly separator?: SeparatorName | undefined;
}
type FilterQuery = {
  readonly [K in keyof typeof filterQuery]?: K extends "q" ? string | null | undefined : number | undefined;
};

/** Exports of articles, locations, users and stock as tables that the import can read. */
export function exportRoutes({ storage, clock, config }: Dependencies, beginExport: BeginExport): Endpoint[] {
  const queue = concurrencyLimit(MAX_RUNNING, MAX_WAITING);
  const timeOf = siteTime(config.timeZone);

  async function exportTable(
    principal: Principal,
    address: string,
    selection: Omit<ExportSelection, "tenantId">,
    query: FormatQuery,
  ) {
    beginExport(principal, address, { table: selection.kind, format: query.format ?? "csv" });
    return startFile({ ...selection, tenantId: principal.tenantId }, query);
  }

  async function startFile(selection: ExportSelection, { format = "csv", separator }: FormatQuery) {
    const { language } = selection;
    const ended = await acquireSlot(queue);
    try {
      const file = await startExport({
        database: join(storage.folder, storage.status().generation),
        selection,
        columns: COLUMNS[selection.kind]
          .filter(({ isSecret }) => !isSecret)
          .map(({ field, title, width }) => ({ field, title: textIn(title, language), width })),
        format,
        separator: SEPARATORS[separator ?? LOCALES[language].separator],
      });
      const response: StreamResponse = {
        kind: "stream",
        contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
        fileName: `${selection.kind}-${timeOf(new Date(clock.now())).date}.${format}`,
        size: null,
        open: () => file,
        ended,
      };
      return response;
    } catch (error) {
      ended();
      throw error;
    }
  }

  return [
    batch(
      "GET",
      "/api/export/articles",
      {
        operationId: "exportArticles",
        permission: "manage",
        summary: "The articles as a table",
        description: `${FILTER_TEXT} Location and quantity are of the location with the most pieces; export stock for all locations. Proposals, which have no code, are left out. ${FORMAT_TEXT}`,
        query: { ...formatQuery, ...filterQuery },
        response: reply,
        errors: refusals,
      },
      ({ query, language, address }, principal) =>
        exportTable(principal, address, { kind: "articles", filter: filterOf(query), language }, query),
    ),
    batch(
      "GET",
      "/api/export/stock",
      {
        operationId: "exportStock",
        permission: "manage",
        summary: "The stock as a table",
        description: `${FILTER_TEXT} ${FORMAT_TEXT}`,
        query: { ...formatQuery, ...filterQuery },
        response: reply,
        errors: refusals,
      },
      ({ query, language, address }, principal) =>
        exportTable(principal, address, { kind: "stock", filter: filterOf(query), language }, query),
    ),
    batch(
      "GET",
      "/api/export/locations",
      {
        operationId: "exportLocations",
        permission: "manage",
        summary: "The locations as a table, by path",
        description: `A path longer than a cell can hold (32 767 characters) is left empty. ${FORMAT_TEXT}`,
        query: formatQuery,
        response: reply,
        errors: refusals,
      },
      ({ query, language, address }, principal) =>
        exportTable(principal, address, { kind: "locations", filter: filterOf({}), language }, query),
    ),
    batch(
      "GET",
      "/api/export/users",
      {
        operationId: "exportUsers",
        permission: "administer",
        summary: "The users as a table",
        description: `Passwords and PINs are never exported. ${FORMAT_TEXT}`,
        query: formatQuery,
        response: reply,
        errors: refusals,
      },
      ({ query, language, address }, principal) =>
        exportTable(principal, address, { kind: "users", filter: filterOf({}), language }, query),
    ),
  ];
}

function filterOf({ categoryId, typeId, stateId, locationId, q }: FilterQuery): Filter {
  return {
    categoryId: categoryId ?? null,
    typeId: typeId ?? null,
    stateId: stateId ?? null,
    locationId: locationId ?? null,
    folded: q ? fold(q) : null,
  };
}

/** Waits for a free slot and returns the function that releases it. Rejects with Unavailable if too many wait. */
function acquireSlot(queue: ReturnType<typeof concurrencyLimit>): Promise<() => void> {
  return new Promise((begun, failed) => {
    queue(() => new Promise<void>((ended) => begun(ended))).catch(failed);
  });
}
