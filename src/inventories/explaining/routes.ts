import { z } from "zod";
import { METHODS } from "../../domain/stocktakes/frame.ts";
import { SETTLEMENTS } from "../../domain/stocktakes/settlement.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { id, oneOf, pathId, textOrNull } from "../../http/endpoint/fields.ts";
import { getInventory } from "../inventory.ts";
import { preconditionField, preconditionOf } from "../items/precondition.ts";
import { readCauses } from "./causes.ts";
import { explainDifferences } from "./explain.ts";
import { setItemMethod } from "./method.ts";

const MAX_ITEMS = 500;

/** What the inventory list says of items beside their counts: how differences are settled, and how items were found. */
export function explanationRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", "/api/inventories/{id}/causes", {
      operationId: "listDifferenceCauses",
      permission: "manage",
      summary: "Causes to suggest for differences, the most used first",
      description: "Of the settled differences of this inventory, and of those that were closed last.",
      params: { id: pathId() },
      response: z.array(z.string()),
      async run({ params }, { tenantId }) {
        const { oid } = getInventory(storage.db, tenantId, params.id);
        return { kind: "json", body: await readCauses(storage.reader, tenantId, oid) };
      },
    }),
    command("PUT", "/api/inventories/{id}/explain", {
      operationId: "explainDifferences",
      permission: "manage",
      needsRecentLogin: true,
      summary:
        "Says how differences are settled and why there are any, from Finished to Processing of results",
      description:
        "`settlement` null takes it back; so does a change of the item's count, expected quantity or decision on moved stock, which revokes the approvals too. Counted items alone have a difference. Fewer pieces are no `surplus`, more of them neither `shortage`, `naturalLoss` nor `damage`; an item with a difference in location alone has `bookError` or `damage`. The report names settlement, cause, person and time of each, the audit each change (`itemSettlement`). It changes neither the result nor the stock, and prevents no close. Another settlement or cause revokes the approvals of the item and of its inventory.",
      params: { id: pathId() },
      query: { seen: preconditionField() },
      body: {
        itemIds: z.array(id()).min(1).max(MAX_ITEMS),
        settlement: oneOf(SETTLEMENTS).nullable(),
        cause: textOrNull().optional(),
      },
      errors: {
        400: "in another state, being worked on, or an item is not of the inventory, or has no difference or another one",
      },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run(tx, { query, body: { itemIds, settlement, cause = null } }, principal, { record }) {
        const unchangedSince = preconditionOf(storage, principal.tenantId, query.seen);
        explainDifferences(tx, record, principal, itemIds, { settlement, cause }, unchangedSince);
      },
    }),
    command("PUT", "/api/inventories/{id}/method", {
      operationId: "setItemMethod",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Says how items were found, from Finished to Processing of results",
      description:
        "`method` null: by the method of the stocktake's frame. Another count of the item takes it back. The audit names who set it when (`itemMethod`). The report names it where it is another one than that of the frame. Nothing derives it: counts do not say how they were made. Another method revokes the approvals of the item and of its inventory.",
      params: { id: pathId() },
      query: { seen: preconditionField() },
      body: {
        itemIds: z.array(id()).min(1).max(MAX_ITEMS),
        method: oneOf(METHODS).nullable(),
      },
      errors: {
        400: "in another state, being worked on, or an item is not of the inventory or was not counted",
      },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run: (tx, { query, body: { itemIds, method } }, { tenantId }, { record }) =>
        setItemMethod(tx, record, itemIds, method, preconditionOf(storage, tenantId, query.seen)),
    }),
  ];
}
