import { z } from "zod";
import { NotFound, WrongState } from "../../../domain/errors.ts";
import { msg } from "../../../domain/message.ts";
import { NO_FILTER } from "../../../exchange/export/rows.ts";
import type { ExportTable } from "../../../exchange/export/table-export.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { oneOf, queryId } from "../../../http/endpoint/fields.ts";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { tableQuery } from "../../../http/endpoint/table-response.ts";
import { LOCALES } from "../../../i18n/locales.ts";
import { CSV_TYPE, SEPARATORS } from "../../../platform/tables/csv-write.ts";
import { XLSX_TYPE } from "../../../platform/tables/xlsx-write.ts";
import type { BeginExport } from "../../../security-log/table.ts";
import type { Split } from "../membership/split.ts";
import type { Pair } from "../pair.ts";
import { writesFile } from "./file.ts";
import { countWrites, hasTenant } from "./store.ts";

const path = "/api/standby/unshipped";
const TABLES = ["articles", "locations", "stock"] as const;

const Unshipped = namedObject("UnshippedWrites", {
  sinceDT: z.iso
    .datetime()
    .nullable()
    .describe("the last change that the new primary has of this server; null: it has not said so yet"),
  writes: z.int().nullable().describe("acknowledged writes that only this server has; null: not known yet"),
});

/** Endpoints of a former primary for what only it has. `pair` null: this server can't be one. */
export function unshippedRoutes(
  { storage, clock }: Dependencies,
  pair: Pair | null,
  beginExport: BeginExport,
  exportTable: ExportTable,
): Endpoint[] {
  const findSplit = () => {
    const membership = pair?.state.membership ?? null;
    if (membership?.role !== "superseded")
      throw new WrongState(msg("No other server has taken over from this one."));
    return membership.split;
  };
  const getSplit = (): Split => {
    const split = findSplit();
    if (split === null)
      throw new WrongState(msg("The other server has not said yet what it has. Both must be running."));
    return split;
  };
  const errors = { 400: "this is no former primary, or the new one has not said yet what it has" };
  return [
    query("GET", path, {
      operationId: "getUnshippedWrites",
      permission: "server",
      summary: "What a former primary has acknowledged and the new primary does not have",
      description: "Counts that terminals have sent are not among it: the terminals send them again.",
      response: Unshipped,
      errors,
      run() {
        const split = findSplit();
        const body =
          split === null
            ? { sinceDT: null, writes: null }
            : { sinceDT: split.at, writes: countWrites(storage.db, split) };
        return { kind: "json", body };
      },
    }),
    batch("GET", `${path}/export`, {
      operationId: "exportUnshippedWrites",
      permission: "server",
      summary: "The writes that only a former primary has, as a CSV table",
      description:
        "A line for each changed field, with its value before and after where they are recorded. Writes of all tenants. Fields and causes have the names of the API.",
      query: { separator: tableQuery.separator },
      response: z.file().mime([CSV_TYPE]),
      errors: { ...errors, 429: "too many exports in an hour; see Retry-After" },
      run({ query: { separator }, language, address }, principal) {
        const split = getSplit();
        beginExport(principal, address, { table: "unshippedWrites", format: "csv" });
        const sign = SEPARATORS[separator ?? LOCALES[language].separator];
        return {
          kind: "stream",
          contentType: CSV_TYPE,
          fileName: `only-on-the-former-server-${clock.iso().slice(0, 10)}.csv`,
          size: null,
          open: () => writesFile(storage.db, split, language, sign),
          ended() {},
        };
      },
    }),
    batch("GET", `${path}/tables`, {
      operationId: "exportUnshippedRecords",
      permission: "server",
      summary: "The articles, locations or stock that only a former primary has, as a table for the import",
      description:
        "The records as they are here, of those that were written since the last change that the new primary has. `tenantId`: of another tenant than the user's.",
      query: { ...tableQuery, table: oneOf(TABLES), tenantId: queryId().optional() },
      response: z.file().mime([CSV_TYPE, XLSX_TYPE]),
      errors: {
        ...errors,
        404: "there is no such tenant",
        429: "too many exports in an hour; see Retry-After",
        503: "too many exports are in progress",
      },
      run({ query: { table, tenantId = null, ...format }, language, address }, principal) {
        if (tenantId !== null && !hasTenant(storage.db, tenantId)) throw new NotFound();
        const filter = { ...NO_FILTER, changedAfter: getSplit().change };
        const selection = { kind: table, tenantId: tenantId ?? principal.tenantId, filter, language };
        return exportTable(principal, address, selection, format);
      },
    }),
  ];
}
