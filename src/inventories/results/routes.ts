import type { Box } from "../../box.ts";
import { NotFound } from "../../errors.ts";
import { type Endpoint, long, write } from "../../http/endpoint.ts";
import { flag, oneOf, pathId } from "../../http/fields.ts";
import type { Tx } from "../../storage/statement.ts";
import { say } from "../../words.ts";
import { approveItem, takeBack } from "../approve.ts";
import { findItem, type ItemRecord } from "../count.ts";
import { DECISIONS, decideItem } from "../decide.ts";
import { detailOf, itemDetailOf } from "../detail.ts";
import { inventoryOf } from "../inventory.ts";
import type { LifeJob } from "../life-thread.ts";
import { InventoryDetail, InventoryItem } from "../shapes.ts";

const decision = () => oneOf(DECISIONS);

const DECIDING =
  "`recount`: the item is to be counted again, against what is recorded at its place now, and the mark of the movement goes. `keepCount`: closing sets what was counted. `keepDifference`: closing sets what is recorded then plus counted less expected, at least 0. A later movement undoes either. `settle`, for an item that is to be counted again: the later count stands. A decision takes the item's approval back, and its inventory's.";
const UNDECIDABLE = {
  400: "before the count or after the close, or there is nothing to decide; the message says which",
};

/** Deciding on results and approving them, item by item and all together. */
export function resultRoutes({ storage }: Box): Endpoint[] {
  const { db } = storage;

  return [
    write(
      "PUT",
      "/api/inventories/items/{id}/decide",
      {
        may: "manage",
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
        may: "manage",
        summary: "Decides on all items whose stock has moved and on which nobody has decided",
        description: `${DECIDING} Here \`settle\` is for all items that are to be counted again.`,
        params: { id: pathId() },
        body: { decision: decision() },
        reply: InventoryDetail,
        refusals: UNDECIDABLE,
        record: (db, { params }, { tenantId }) => inventoryOf(db, tenantId, params.id),
      },
      ({ params, body }, caller, ifChange) => ({
        module: new URL("../life-thread.ts", import.meta.url),
        data: {
          move: "decide",
          inventoryId: params.id,
          caller,
          ifChange,
          decision: body.decision,
        } satisfies LifeJob,
      }),
      (_: undefined, { params, language }, { tenantId }) => detailOf(db, language, tenantId, params.id),
    ),
    write(
      "PUT",
      "/api/inventories/items/{id}/approve",
      {
        may: "manage",
        summary: "Approves the result of one item, while they are processed",
        description:
          "`isApproved` false takes the approval back, and with it its inventory's, which stands for all items. What closing needs is the approval of the inventory; items approved one by one do not make it.",
        params: { id: pathId() },
        body: { isApproved: flag().optional() },
        bodyOptional: true,
        reply: InventoryItem,
        refusals: { 400: "the results are not being processed, or a field is at fault" },
        record: (tx, { params }, { tenantId }) => itemOf(tx, tenantId, params.id),
      },
      (tx, { body }, caller, { record }) => {
        if (body.isApproved === false) takeBack(tx, record);
        else approveItem(tx, record);
        return itemDetailOf(tx, caller, record);
      },
    ),
  ];
}

function itemOf(tx: Tx, tenantId: number, oid: number): ItemRecord {
  const item = findItem(tx, tenantId, oid);
  if (item === null) throw new NotFound(say("There is no such item.", "Taková položka neexistuje."));
  return item;
}
