import { DECISIONS } from "../../domain/item-decisions.ts";
import type { ItemFilter } from "../../domain/item-views.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, job } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId } from "../../http/endpoint/fields.ts";
import { expectedCountInQuery } from "../../http/endpoint/selection-fields.ts";
import type { JobKind } from "../../storage/jobs/job-kind.ts";
import { assertIdle, getDetail, getInventory, type InventoryRecord } from "../inventory.ts";
import { getItem, itemDetailOf } from "../items/item.ts";
import {
  ITEM_FILTER,
  type ItemFilterParams,
  itemFilterOf,
  itemSelectionFields,
} from "../items/item-filter.ts";
import { assertUnchanged, preconditionField, preconditionOf } from "../items/precondition.ts";
import { InventoryDetail, InventoryItem } from "../shapes.ts";
import { assertDecidable, decideItem } from "./decide.ts";
import type { DecideInput } from "./decide-job.ts";

/** A decision on all open items of an inventory. */
export const DECIDE: JobKind<DecideInput, null> = {
  name: "decide",
  module: new URL("./decide-job.ts", import.meta.url),
  subject: "inventory",
  journaled: [],
};

const decision = () => oneOf(DECISIONS);

const DECIDING =
  "`recount`: count the item again, against the stock recorded now; the mark of the movement is removed. `keepCount`: the close sets the counted quantity. `keepDifference`: the close sets the recorded stock plus counted minus expected, at least 0. A later movement, also where the item was found, revokes either, with the approvals of the item and of its inventory. `settle`, for an item marked for recount: the later count stands. A decision revokes the approvals of the item and of its inventory.";
const DECIDING_MANY =
  "Without a filter: all undecided items whose stock has moved; `settle`: all items marked for recount. With a filter: of the items that match, `recount` applies to those not marked for recount, `settle` to those marked, the others to those whose stock has moved, decided or not.";
const UNDECIDABLE = {
  400: "before the count, after the close, or without anything to decide; the message names the reason",
};

/** The filter of a decision; null: none is given. */
function filterIn(query: ItemFilterParams, inventory: InventoryRecord): ItemFilter | null {
  const { view, locationId, userId, categoryId, q } = query;
  const isGiven = [view, locationId, userId, categoryId, q].some((value) => value !== undefined);
  return isGiven ? itemFilterOf(query, inventory) : null;
}

/** Decisions on items before the close. */
export function decisionRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    command("PUT", "/api/inventories/items/{id}/decide", {
      operationId: "decideInventoryItem",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Decides on an item whose stock has moved, or that is marked for recount",
      description: DECIDING,
      params: { id: pathId() },
      query: { seen: preconditionField() },
      body: { decision: decision() },
      response: InventoryItem,
      errors: UNDECIDABLE,
      record: (tx, { params }, { tenantId }) => getItem(tx, tenantId, params.id),
      run(tx, { query, body }, principal, { record }) {
        assertIdle(tx, { tenantId: record.tenantId, oid: record.inventoryId });
        assertUnchanged(record, preconditionOf(storage, principal.tenantId, query.seen));
        decideItem(tx, principal, record, body.decision);
        return itemDetailOf(tx, principal, record);
      },
    }),
    job("PUT", "/api/inventories/{id}/decide", {
      operationId: "decideInventoryItems",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Decides on all undecided items whose stock has moved, or on the items that match a filter",
      description: `${DECIDING} ${DECIDING_MANY} ${ITEM_FILTER}`,
      params: { id: pathId() },
      query: { ...itemSelectionFields(), seen: preconditionField(), expectedCount: expectedCountInQuery() },
      isStrictQuery: true,
      body: { decision: decision() },
      response: InventoryDetail,
      errors: { ...UNDECIDABLE, 409: "another number of items is selected than `expectedCount`" },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      check: (tx, { query, body }, { tenantId }, record) => {
        assertIdle(tx, record);
        const seen = preconditionOf(storage, tenantId, query.seen);
        const { expectedCount } = query;
        assertDecidable(tx, record, body.decision, filterIn(query, record), { seen, expectedCount });
      },
      makeJob: ({ params: { id: inventoryId }, query, body: { decision } }, principal) => ({
        kind: DECIDE,
        input: {
          inventoryId,
          principal,
          decision,
          filter: filterIn(query, getInventory(db, principal.tenantId, inventoryId)),
          until: storage.versions.of(principal.tenantId, ["inventoryItem"]),
        },
        subjectId: inventoryId,
      }),
      respond: (_, { params, language }, { tenantId }) => getDetail(db, language, tenantId, params.id),
    }),
  ];
}
