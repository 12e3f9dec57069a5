import { NotFound } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import { RESULTS } from "../../domain/results.ts";
import { XLSX_TYPE } from "../../exchange/tables/xlsx-write.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, long, read, write } from "../../http/endpoint/endpoint.ts";
import { flag, oneOf, pathId } from "../../http/endpoint/fields.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { DECISIONS, decideItem } from "../closing/decide.ts";
import { findItem, type ItemRecord } from "../counting/count.ts";
import { detailOf, itemDetailOf } from "../detail.ts";
import { demandState, inventoryOf } from "../inventory.ts";
import { approveItem, revokeItemApproval } from "../items/approve.ts";
import { assertUnchanged, preconditionField, preconditionOf } from "../items/precondition.ts";
import type { LifecycleJob } from "../lifecycle/lifecycle-worker.ts";
import { InventoryDetail, InventoryItem } from "../shapes.ts";
import { FORMATS, makeReports } from "./report-stream.ts";
import { InventoryReport } from "./shapes.ts";

const decision = () => oneOf(DECISIONS);

const DECIDING =
  "`recount`: the item is to be counted again, against what is recorded at its place now, and the mark of the movement goes. `keepCount`: closing sets what was counted. `keepDifference`: closing sets what is recorded then plus counted less expected, at least 0. A later movement undoes either. `settle`, for an item that is to be counted again: the later count stands. A decision takes the item's approval back, and its inventory's.";
const UNDECIDABLE = {
  400: "before the count or after the close, or there is nothing to decide; the message says which",
};

const REPORT =
  "`items` are the expected ones, each with exactly one `result`; `unexpected` items, unknown codes and late counts are listed beside them. In each of `totals`, `quantity` less `notCounted` plus `difference` is `found`; those of the results of expected items add up to `expected`, that and `unexpected` to `all`. Values are the price at `prepare` times pieces, exact, and added up by currency: that of the article at `prepare`, or the only one in the list of currencies that is not hidden. `approvedBy`, `closedBy` and the like name who did it; null where it is not done or not known. `format=csv` is one table (`;` and a decimal comma in Czech), `xlsx` a workbook, `pdf` the report to sign with all that differs. `result` lists the items with that result alone (the PDF lists all). Everything is of one moment. The report of a closed inventory never changes: names and prices are those of then, and `madeDT` is when it was closed.";

/** Deciding on results and approving them, item by item and all together; the report. */
export function reportRoutes({ storage, clock, config }: Dependencies): Endpoint[] {
  const { db } = storage;
  const report = makeReports(storage);

  return [
    read(
      "GET",
      "/api/inventories/{id}/report",
      {
        operationId: "getInventoryReport",
        may: "manage",
        summary: "The report of a stocktake, from Finished on",
        description: REPORT,
        params: { id: pathId() },
        query: { format: oneOf(FORMATS).optional(), result: oneOf(RESULTS).optional() },
        reply: InventoryReport,
        alsoAs: ["text/csv", XLSX_TYPE, "application/pdf"],
        refusals: {
          400: "before Finished or cancelled; the message names the state; or a field is at fault",
        },
      },
      async ({ params, query, language }, { tenantId }) => {
        const { oid, inventoryStateId } = inventoryOf(db, tenantId, params.id);
        demandState(inventoryStateId, [State.Finished, State.Processing, State.Closed]);
        const body = await report({
          tenantId,
          inventoryId: oid,
          format: query.format ?? "json",
          language,
          results: query.result === undefined ? RESULTS : [query.result],
          now: clock.iso(),
          timeZone: config.timeZone,
        });
        return { body };
      },
    ),
    write(
      "PUT",
      "/api/inventories/items/{id}/decide",
      {
        operationId: "decideInventoryItem",
        may: "manage",
        needsRecentLogin: true,
        summary: "Decides on an item whose stock has moved, or that is to be counted again",
        description: DECIDING,
        params: { id: pathId() },
        body: { decision: decision() },
        reply: InventoryItem,
        refusals: UNDECIDABLE,
        record: (tx, { params }, { tenantId }) => itemOf(tx, tenantId, params.id),
      },
      (tx, { body }, caller, { record }) => {
        decideItem(tx, caller, record, body.decision);
        return itemDetailOf(tx, caller, record);
      },
    ),
    long(
      "PUT",
      "/api/inventories/{id}/decide",
      {
        operationId: "decideInventoryItems",
        may: "manage",
        needsRecentLogin: true,
        summary: "Decides on all items whose stock has moved and on which nobody has decided",
        description: `${DECIDING} Here \`settle\` is for all items that are to be counted again.`,
        params: { id: pathId() },
        query: { seen: preconditionField() },
        body: { decision: decision() },
        reply: InventoryDetail,
        refusals: UNDECIDABLE,
        record: (db, { params }, { tenantId }) => inventoryOf(db, tenantId, params.id),
      },
      ({ params, query, body }, caller, ifChange) => ({
        module: new URL("../lifecycle/lifecycle-worker.ts", import.meta.url),
        data: {
          move: "decide",
          inventoryId: params.id,
          caller,
          ifChange,
          seenTo: preconditionOf(storage, caller.tenantId, query.seen),
          decision: body.decision,
        } satisfies LifecycleJob,
      }),
      (_: undefined, { params, language }, { tenantId }) => detailOf(db, language, tenantId, params.id),
    ),
    write(
      "PUT",
      "/api/inventories/items/{id}/approve",
      {
        operationId: "approveInventoryItem",
        may: "manage",
        needsRecentLogin: true,
        summary: "Approves the result of one item, while they are processed",
        description:
          "`isApproved` false takes the approval back, and with it its inventory's, which stands for all items. What closing needs is the approval of the inventory; items approved one by one do not make it.",
        params: { id: pathId() },
        query: { seen: preconditionField() },
        body: { isApproved: flag().optional() },
        bodyOptional: true,
        reply: InventoryItem,
        refusals: { 400: "the results are not being processed, or a field is at fault" },
        record: (tx, { params }, { tenantId }) => itemOf(tx, tenantId, params.id),
      },
      (tx, { query, body }, caller, { record }) => {
        assertUnchanged(record, preconditionOf(storage, caller.tenantId, query.seen));
        if (body.isApproved === false) revokeItemApproval(tx, record);
        else approveItem(tx, record);
        return itemDetailOf(tx, caller, record);
      },
    ),
  ];
}

function itemOf(tx: Tx, tenantId: number, oid: number): ItemRecord {
  const item = findItem(tx, tenantId, oid);
  if (item === null) throw new NotFound(msg("There is no such item.", "Taková položka neexistuje."));
  return item;
}
