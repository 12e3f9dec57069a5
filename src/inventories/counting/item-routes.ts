import { z } from "zod";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, id, integer, linesOrNull, pathId } from "../../http/endpoint/fields.ts";
import { getInventory } from "../inventory.ts";
import { findItem, getItem, itemDetailOf } from "../items/item.ts";
import { HistoryEntry, InventoryItem } from "../shapes.ts";
import { countItem, countUnexpected } from "./count.ts";
import { historyOf } from "./history.ts";

const quantity = () => integer(0, 2 ** 31 - 1);

/** Counts single items and lists the history of an item (contract 4.6). */
export function itemCountRoutes({ storage }: Dependencies): Endpoint[] {
  return [
    query("GET", "/api/inventories/items/{id}/history", {
      operationId: "listInventoryItemHistory",
      scope: "history:read",
      permission: "manage",
      summary: "Lists the counts of an item, newest first",
      params: { id: pathId() },
      response: z.array(HistoryEntry),
      description:
        "Ordered by the time of the operations, not by their arrival. `before` and `after` are the values that an operation changes at its position.",
      tables: ["countOperation", "deviceToken", "inventoryItem", "article", "inventory", "user"],
      async run({ params }, { tenantId }) {
        const { oid } = getItem(storage.db, tenantId, params.id);
        return { kind: "json", body: await historyOf(storage.reader, tenantId, oid) };
      },
    }),
    command("POST", "/api/inventories/{id}/items", {
      operationId: "addInventoryItem",
      permission: "work",
      summary: "Adds an unexpected article",
      params: { id: pathId() },
      status: 201,
      body: {
        articleId: id(),
        inventoryQuantity: quantity(),
        inventoryLocationId: id().nullable().optional(),
        note: linesOrNull().optional(),
      },
      response: InventoryItem,
      errors: {
        400: "not in progress, or a field is invalid",
        409: "expected or already found at that location",
      },
      record: (tx, { params }, { tenantId }) => getInventory(tx, tenantId, params.id),
      run(tx, { body }, principal, { record }) {
        const oid = countUnexpected(tx, principal, record, {
          articleId: body.articleId,
          inventoryQuantity: body.inventoryQuantity,
          inventoryLocationId: body.inventoryLocationId ?? null,
          note: body.note ?? null,
        });
        return {
          ...itemDetailOf(tx, principal, getItem(tx, principal.tenantId, oid)),
          location: `/api/inventories/items/${oid}`,
        };
      },
    }),
    command("PUT", "/api/inventories/items/update", {
      operationId: "updateInventoryItem",
      scope: "counts:write",
      permission: "work",
      summary: "Counts an item",
      usesIdempotencyKey: true,
      isRepeatable: true,
      description:
        "Absent properties keep their value. A quantity without `isFound` also sets `isFound`: true if it is above 0. `inventoryQuantity` null removes the count. The item's history records every update.",
      body: {
        oid: id(),
        inventoryQuantity: quantity().nullable().optional(),
        inventoryLocationId: id().nullable().optional(),
        isFound: flag().optional(),
        isDisposal: flag().optional(),
        disposalMethodId: id().nullable().optional(),
        disposalReasonId: id().nullable().optional(),
        note: linesOrNull().optional(),
      },
      response: InventoryItem,
      errors: { 400: "the inventory is not in progress, or a field is invalid" },
      record: (tx, { body }, { tenantId }) => {
        const item = findItem(tx, tenantId, body.oid);
        if (item === null) throw Invalid.field("oid", msg("names no item"));
        return item;
      },
      run(tx, { body }, principal, { record }) {
        const { oid: _, ...count } = body;
        countItem(tx, principal, record, count);
        return { ...itemDetailOf(tx, principal, record), location: `/api/inventories/items/${record.oid}` };
      },
    }),
  ];
}
