import { State } from "../../../domain/inventory-states.ts";
import { RESULTS } from "../../../domain/results.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, type Endpoint } from "../../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../../http/endpoint/fields.ts";
import { XLSX_TYPE } from "../../../platform/tables/xlsx-write.ts";
import type { BeginExport } from "../../../security-log/table.ts";
import { assertState, getInventory } from "../../inventory.ts";
import { InventoryReport } from "../shapes.ts";
import { FORMATS, makeReports } from "./report-stream.ts";

const REPORT =
  "`items` are the expected items, each with exactly one `result`; `unexpected` items, unknown codes and late counts are listed separately. In each of `totals`, `quantity` minus `notCounted` plus `difference` is `found`. The totals of the results of expected items add up to `expected`; `expected` and `unexpected` add up to `all`. A value is the price at `prepare` times the pieces, exact, summed by currency: the article's currency at `prepare`, otherwise the only visible currency of the tenant. `approvedBy`, `closedBy` and similar are the user of the step; null: not done or not recorded. `format=csv` is one table (in Czech with `;` and decimal commas), `xlsx` a workbook, `pdf` a document to sign that lists all differences. `result` selects the items of one result; the PDF always has all. All data are from one moment. The report of a closed inventory never changes: it has the names and prices at the close, and `madeDT` is the time of the close. Reports in other formats than JSON are exports: the security log records them, and a user may export 120 tables and reports in an hour.";

/** The endpoint of the stocktake report. */
export function stocktakeReportRoutes(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): Endpoint[] {
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
          400: "before Finished or cancelled; the message names the state; or a field is invalid",
          429: "too many exports in an hour; see Retry-After",
        },
      },
      async ({ params, query: { format = "json", result }, language, address }, principal) => {
        const { tenantId } = principal;
        const { oid, inventoryStateId } = getInventory(db, tenantId, params.id);
        assertState(inventoryStateId, [State.Finished, State.Processing, State.Closed]);
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
