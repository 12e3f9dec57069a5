import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, long, write } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../http/endpoint/fields.ts";
import { detailOf, inventoryOf } from "../inventory.ts";
import { itemDetailOf, itemOf } from "../items/item.ts";
import { preconditionField, preconditionOf } from "../items/precondition.ts";
import { InventoryDetail, InventoryItem } from "../shapes.ts";
import { DECISIONS, decideItem } from "./decide.ts";
import type { DecideJob } from "./decide-worker.ts";

const decision = () => oneOf(DECISIONS);

const DECIDING =
  "`recount`: the item is to be counted again, against what is recorded at its place now, and the mark of the movement goes. `keepCount`: closing sets what was counted. `keepDifference`: closing sets what is recorded then plus counted less expected, at least 0. A later movement undoes either. `settle`, for an item that is to be counted again: the later count stands. A decision takes the item's approval back, and its inventory's.";
const UNDECIDABLE = {
  400: "before the count or after the close, or there is nothing to decide; the message says which",
};

/** Decisions on items before the close. */
export function decisionRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
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
      (tx, { body }, principal, { record }) => {
        decideItem(tx, principal, record, body.decision);
        return itemDetailOf(tx, principal, record);
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
      ({ params, query, body }, principal, ifChange) => ({
        module: new URL("./decide-worker.ts", import.meta.url),
        data: {
          inventoryId: params.id,
          principal,
          ifChange,
          unchangedSince: preconditionOf(storage, principal.tenantId, query.seen),
          decision: body.decision,
        } satisfies DecideJob,
      }),
      (_: undefined, { params, language }, { tenantId }) => detailOf(db, language, tenantId, params.id),
    ),
  ];
}
