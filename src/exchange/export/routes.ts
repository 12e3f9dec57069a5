import { join } from "node:path";
import { z } from "zod";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { fold } from "../../domain/text-folding.ts";
import { type Endpoint, read } from "../../http/endpoint/endpoint.ts";
import { oneOf, queryId, textOrNull } from "../../http/endpoint/fields.ts";
import type { StreamBody } from "../../http/endpoint/response.ts";
import { makeQuota } from "../../http/pipeline/quota.ts";
import { concurrencyLimit } from "../../platform/concurrency-limit.ts";
import { MAX_EXPORTS_PER_HOUR } from "../../platform/limits.ts";
import { siteTime } from "../../printing/requests/label.ts";
import { doneBy } from "../../security-log/event.ts";
import type { SecurityLogDependencies } from "../../security-log/security-log.ts";
import { COLUMNS } from "../import/columns.ts";
import { CSV_TYPE } from "../tables/csv-write.ts";
import { SEPARATOR_NAMES, SEPARATORS, type SeparatorName } from "../tables/separators.ts";
import { XLSX_TYPE } from "../tables/xlsx-write.ts";
import { startExport } from "./file.ts";
import type { ExportSelection } from "./rows.ts";
import type { Filter } from "./store.ts";

/** Each is a thread with a connection of its own. */
const MAX_RUNNING = 2;
const MAX_WAITING = 10;

const form = {
  format: oneOf(["csv", "xlsx"]).optional(),
  separator: oneOf(SEPARATOR_NAMES).optional(),
};
const filters = {
  categoryId: queryId().optional(),
  typeId: queryId().optional(),
  stateId: queryId().optional(),
  locationId: queryId().optional(),
  q: textOrNull().optional(),
};
const reply = z.file().mime([CSV_TYPE, XLSX_TYPE]);
const refusals = {
  400: "a parameter is at fault, or there are more rows than a sheet holds (1 048 575)",
  429: "too many exports in an hour; see Retry-After",
  503: "too many exports are being sent already",
};
const HOW =
  "`format` is csv (the default) or xlsx. CSV is UTF-8 with a byte order mark; `separator` is comma in English, else semicolon, after which decimals have a comma. What stands above the columns, and the names of the global states, are in the language of `Accept-Language`; the import reads both. Cells that begin like a formula get an apostrophe in CSV, which the import takes away again. Made as it is sent, of one moment; a cut connection means that it is not whole. A user may export 120 tables in an hour.";
const FILTERED =
  "`locationId` means the location and all below it; `q` is looked for in name, code, serial number and RFID.";

/** What is asked for of a file. */
interface FormatQuery {
  readonly format?: "csv" | "xlsx" | undefined;
  readonly separator?: SeparatorName | undefined;
}
type FilterQuery = {
  readonly [K in keyof typeof filters]?: K extends "q" ? string | null | undefined : number | undefined;
};

/** Export of articles, locations, users and stock as tables that can be imported again. */
export function exportRoutes({ storage, clock, config, securityLog }: SecurityLogDependencies): Endpoint[] {
  const inTurn = concurrencyLimit(MAX_RUNNING, MAX_WAITING);
  const timeOf = siteTime(config.timeZone);
  const quota = makeQuota(clock, MAX_EXPORTS_PER_HOUR, tooManyExports);

  async function answer(
    caller: Principal,
    address: string,
    wanted: Omit<ExportSelection, "tenantId">,
    asked: FormatQuery,
  ) {
    quota.consume(caller);
    const details = { table: wanted.kind, format: asked.format ?? "csv" };
    securityLog.note({ kind: "export", ...doneBy(caller, address), details });
    return begin({ ...wanted, tenantId: caller.tenantId }, asked);
  }

  async function begin(wanted: ExportSelection, { format = "csv", separator }: FormatQuery) {
    const { language } = wanted;
    const ended = await turn(inTurn);
    try {
      const file = await startExport({
        database: join(storage.folder, storage.status().generation),
        selection: wanted,
        columns: COLUMNS[wanted.kind]
          .filter(({ isSecret }) => !isSecret)
          .map(({ field, title, width }) => ({ field, title: title[language], width })),
        format,
        separator: SEPARATORS[separator ?? (language === "cs" ? "semicolon" : "comma")],
      });
      const body: StreamBody = {
        contentType: format === "csv" ? CSV_TYPE : XLSX_TYPE,
        fileName: `${wanted.kind}-${timeOf(new Date(clock.now())).date}.${format}`,
        size: null,
        open: () => file,
        ended,
      };
      return { body };
    } catch (error) {
      ended();
      throw error;
    }
  }

  return [
    read(
      "GET",
      "/api/export/articles",
      {
        operationId: "exportArticles",
        may: "manage",
        summary: "The articles as a table",
        description: `${FILTERED} Location and quantity are the place with most pieces; the stock has them all. Proposals, which have no code, are left out. ${HOW}`,
        query: { ...form, ...filters },
        reply,
        refusals,
      },
      ({ query, language, address }, caller) =>
        answer(caller, address, { kind: "articles", filter: filterOf(query), language }, query),
    ),
    read(
      "GET",
      "/api/export/stock",
      {
        operationId: "exportStock",
        may: "manage",
        summary: "How many pieces of which article are where, as a table",
        description: `${FILTERED} ${HOW}`,
        query: { ...form, ...filters },
        reply,
        refusals,
      },
      ({ query, language, address }, caller) =>
        answer(caller, address, { kind: "stock", filter: filterOf(query), language }, query),
    ),
    read(
      "GET",
      "/api/export/locations",
      {
        operationId: "exportLocations",
        may: "manage",
        summary: "The locations as a table, by their paths",
        description: `A path that is longer than a cell holds (32 767 characters) is left empty. ${HOW}`,
        query: form,
        reply,
        refusals,
      },
      ({ query, language, address }, caller) =>
        answer(caller, address, { kind: "locations", filter: filterOf({}), language }, query),
    ),
    read(
      "GET",
      "/api/export/users",
      {
        operationId: "exportUsers",
        may: "administer",
        summary: "The users as a table",
        description: `Passwords and PINs never leave the server. ${HOW}`,
        query: form,
        reply,
        refusals,
      },
      ({ query, language, address }, caller) =>
        answer(caller, address, { kind: "users", filter: filterOf({}), language }, query),
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

/** Waits for a turn; what it gives ends it. Rejects with Unavailable when too many wait. */
function turn(inTurn: ReturnType<typeof concurrencyLimit>): Promise<() => void> {
  return new Promise((begun, failed) => {
    inTurn(() => new Promise<void>((ended) => begun(ended))).catch(failed);
  });
}

function tooManyExports(seconds: number) {
  return msg(
    `You have exported too many tables within an hour. Try again in ${seconds} s.`,
    `Za hodinu jste exportovali příliš mnoho tabulek. Zkuste to znovu za ${seconds} s.`,
  );
}
