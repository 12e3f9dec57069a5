import { z } from "zod";
import { Invalid } from "../../../domain/errors.ts";
import { REPORTED_IN, State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { DIFFERENCES, type Listed, RESULTS, type Result } from "../../../domain/results.ts";
import type { Dependencies } from "../../../http/dependencies.ts";
import { batch, type Endpoint, query } from "../../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../../http/endpoint/fields.ts";
import { XLSX_TYPE } from "../../../platform/tables/xlsx-write.ts";
import type { BeginExport } from "../../../security-log/table.ts";
import { assertState, getInventory } from "../../inventory.ts";
import { getItem } from "../../items/item.ts";
import { findRecordName } from "../../record-names.ts";
import { sealOfRecord } from "../../seal/sealed-file.ts";
import { readItemAsOf } from "../as-of.ts";
import { InventoryReport, ItemAsOf } from "../shapes.ts";
import { FORMATS, makeReports } from "./report-stream.ts";

const REPORT =
  "`items` are the expected items, each with exactly one `result`; `unexpected` items, unknown codes and late counts are listed separately. In each of `totals`, `quantity` minus `notCounted` plus `moved` plus `difference` is `found`. The totals of the results of expected items add up to `expected`; `expected` and `unexpected` add up to `all`. `subtotals` are the sums of the lines by location and by category, which a workbook has as a sheet, where all lines are listed; `csv` is one table without them. A value is the price at `prepare` times the pieces, exact, summed by currency: the article's currency at `prepare`, otherwise the only visible currency of the tenant. `approvedBy`, `closedBy` and similar are the user of the step; null: not done or not recorded. `format=csv` is one table (in Czech with `;` and decimal commas), `xlsx` a workbook, `pdf` the inventory list to sign: every item as a numbered line, by location, with the company, the frame (`GET /api/inventories/{id}/frame`) and a place for the signature of each person of the committee. `result` selects the items of one result, which the PDF does not; `only=differences` all but those found as expected without a difference as of the decisive day, in a PDF by result. `only=minutes` is a PDF with the result alone: totals, settlements, signatures. With a decisive day in the frame `asOf` has the figures as of its end: the recorded pieces then, and the found ones less what came between it and the count (or with it, where the count was first); corrections by stocktakes and of the records move no pieces. All data are from one moment. The report of a closed inventory never changes: it has the names and prices at the close, and `madeDT` is the time of the close; its minutes wait for the seal of the record (`GET /api/inventories/{id}/seal`), which they show. Reports in other formats than JSON are exports: the security log records them, and a user may export 120 tables and reports in an hour.";

/** The results whose items tables and JSON list. */
function resultsOf(result: Result | undefined, only: string | undefined): readonly Listed[] {
  if (result !== undefined) return [result];
  return only === "differences" ? DIFFERENCES : RESULTS;
}

/** The endpoint of the stocktake report. */
export function stocktakeReportRoutes(
  { storage, clock, config }: Dependencies,
  beginExport: BeginExport,
): Endpoint[] {
  const { db } = storage;
  const report = makeReports(storage);

  return [
    query("GET", "/api/inventories/items/{id}/as-of", {
      operationId: "getInventoryItemAsOf",
      permission: "manage",
      summary: "The figures of an item as of the decisive day, from Finished on",
      description:
        "As in the report. `asOf` null: the stocktake has no decisive day, or the item is an unexpected one that is not found any more.",
      params: { id: pathId() },
      response: z.object({ asOf: ItemAsOf.nullable() }),
      errors: { 400: "before Finished or cancelled; the message names the state" },
      run({ params }, { tenantId }) {
        const item = getItem(db, tenantId, params.id);
        const inventory = getInventory(db, tenantId, item.inventoryId);
        assertState(inventory.inventoryStateId, REPORTED_IN);
        const at = { now: clock.iso(), timeZone: config.timeZone };
        return { kind: "json", body: { asOf: readItemAsOf(db, inventory, item, at) } };
      },
    }),
    batch("GET", "/api/inventories/{id}/report", {
      operationId: "getInventoryReport",
      permission: "manage",
      summary: "The report of a stocktake, from Finished on",
      description: REPORT,
      params: { id: pathId() },
      query: {
        format: oneOf(FORMATS).optional(),
        result: oneOf(RESULTS).optional(),
        only: oneOf(["differences", "minutes"]).optional(),
      },
      response: InventoryReport,
      alternativeTypes: ["text/csv", XLSX_TYPE, "application/pdf"],
      errors: {
        400: "before Finished or cancelled; the message names the state; or a field is invalid",
        429: "too many exports in an hour; see Retry-After",
        503: "minutes: the record is being sealed; see Retry-After",
      },
      async run({ params, query: { format = "json", result, only }, language, address }, principal) {
        const { tenantId } = principal;
        const inventory = getInventory(db, tenantId, params.id);
        const { oid, inventoryStateId } = inventory;
        assertState(inventoryStateId, REPORTED_IN);
        if (only === "minutes" && format !== "pdf")
          throw Invalid.field("only", msg("is of format=pdf alone: minutes"));
        // Minutes show the seal.
        if (only === "minutes" && inventoryStateId === State.Closed) sealOfRecord(db, inventory);
        if (format !== "json") beginExport(principal, address, { table: "report", format, inventory: oid });
        return report({
          tenantId,
          inventoryId: oid,
          format,
          language,
          results: resultsOf(result, only),
          content: only ?? "all",
          madeBy: findRecordName(db, principal.tenantId, principal.userId) ?? "",
          now: clock.iso(),
          timeZone: config.timeZone,
        });
      },
    }),
  ];
}
