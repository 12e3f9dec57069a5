import { State } from "../../domain/inventory-states.ts";
import { RESULTS } from "../../domain/results.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { batch, type Endpoint } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../http/endpoint/fields.ts";
import { XLSX_TYPE } from "../../platform/tables/xlsx-write.ts";
import type { BeginExport } from "../../security-log/exports.ts";
import { demandState, inventoryOf } from "../inventory.ts";
import { FORMATS, makeReports } from "./report-stream.ts";
import { InventoryReport } from "./shapes.ts";

const REPORT =
  "`items` are the expected ones, each with exactly one `result`; `unexpected` items, unknown codes and late counts are listed beside them. In each of `totals`, `quantity` less `notCounted` plus `difference` is `found`; those of the results of expected items add up to `expected`, that and `unexpected` to `all`. Values are the price at `prepare` times pieces, exact, and added up by currency: that of the article at `prepare`, or the only one in the list of currencies that is not hidden. `approvedBy`, `closedBy` and the like name who did it; null where it is not done or not known. `format=csv` is one table (`;` and a decimal comma in Czech), `xlsx` a workbook, `pdf` the report to sign with all that differs. `result` lists the items with that result alone (the PDF lists all). Everything is of one moment. The report of a closed inventory never changes: names and prices are those of then, and `madeDT` is when it was closed. Reports in other formats than JSON are exports: the security log records them, and they count with the tables, of which a user may export 120 in an hour.";

/** The endpoint of the stocktake report. */
export function reportRoutes({ storage, clock, config }: Dependencies, beginExport: BeginExport): Endpoint[] {
  const { db } = storage;
  const report = makeReports(storage);

  return [
    batch(
      "GET",
      "/api/inventories/{id}/report",
      {
        operationId: "getInventoryReport",
        permission: "manage",
        summary: "The report of a stocktake, from Finished on",
        description: REPORT,
        params: { id: pathId() },
        query: { format: oneOf(FORMATS).optional(), result: oneOf(RESULTS).optional() },
        response: InventoryReport,
        alternativeTypes: ["text/csv", XLSX_TYPE, "application/pdf"],
        errors: {
          400: "before Finished or cancelled; the message names the state; or a field is at fault",
          429: "too many exports in an hour; see Retry-After",
        },
      },
      async ({ params, query: { format = "json", result }, language, address }, principal) => {
        const { tenantId } = principal;
        const { oid, inventoryStateId } = inventoryOf(db, tenantId, params.id);
        demandState(inventoryStateId, [State.Finished, State.Processing, State.Closed]);
        if (format !== "json") beginExport(principal, address, { table: "report", format, inventory: oid });
        return report({
          tenantId,
          inventoryId: oid,
          format,
          language,
          results: result === undefined ? RESULTS : [result],
          now: clock.iso(),
          timeZone: config.timeZone,
        });
      },
    ),
  ];
}
