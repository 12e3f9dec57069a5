import { z } from "zod";
import { Invalid, NotFound } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, read, write } from "../../http/endpoint/endpoint.ts";
import { flag, id, pathId, queryId, textOrNull, verbatim, whole } from "../../http/endpoint/fields.ts";
import { FEW_ROWS, list } from "../../storage/database/json.ts";
import { addUnexpectedItem, countItem, findItem } from "../counting/count.ts";
import { historyOf } from "../counting/history.ts";
import { itemDetailOf } from "../detail.ts";
import { inventoryOf, visibilityOf } from "../inventory.ts";
import { HistoryEntry, InventoryItem, InventoryItemChanges } from "../shapes.ts";
import { ITEM_TABLES, readItemChanges } from "./item-changes.ts";
import * as store from "./store.ts";

const quantity = () => whole(0, 2 ** 31 - 1);
const shows = ["inventoryItem", "article", "inventory", "user"] as const;

/** The items of an inventory, and counting them (contract 4.6). */
export function itemRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    read(
      "GET",
      "/api/inventories/{id}/items",
      {
        operationId: "listInventoryItems",
        may: "terminal",
        summary: "All items of the inventory; with `since` those that changed",
        description:
          "With `since` the answer is an object: `items` that changed since the answer that gave the cursor (or whose article did), `deleted` oids, and the next `cursor`. Begin with an empty `since`. `isWhole`: forget what you have, these are all items (there was no cursor, the server was restored from a backup, or you may see now what you might not). An item may come again unchanged; none is missed.",
        params: { id: pathId() },
        query: { since: verbatim().optional() },
        reply: z.union([z.array(InventoryItem), InventoryItemChanges]),
        lists: ITEM_TABLES,
      },
      async ({ params, query }, caller) => {
        const inventory = inventoryOf(db, caller.tenantId, params.id);
        if (query.since !== undefined) {
          return {
            body: await readItemChanges(storage, inventory, visibilityOf(caller, inventory), query.since),
          };
        }
        const wanted = { tenantId: caller.tenantId, inventoryId: inventory.oid };
        const isLong = store.someOfInventory.all(db, { ...wanted, most: FEW_ROWS + 1 }).length > FEW_ROWS;
        return {
          body: await list(storage, isLong, store.ofInventory[visibilityOf(caller, inventory)], wanted),
        };
      },
    ),
    read(
      "GET",
      "/api/inventories/{id}/items/findByLocation",
      {
        operationId: "findInventoryItemsByLocation",
        may: "terminal",
        summary: "The items expected at exactly this location",
        params: { id: pathId() },
        query: { locationId: queryId() },
        reply: z.array(InventoryItem),
        lists: shows,
      },
      async ({ params, query }, caller) => {
        const inventory = inventoryOf(db, caller.tenantId, params.id);
        const wanted = {
          tenantId: caller.tenantId,
          inventoryId: inventory.oid,
          locationId: query.locationId,
        };
        const isLong = store.someAtLocation.all(db, { ...wanted, most: FEW_ROWS + 1 }).length > FEW_ROWS;
        return {
          body: await list(storage, isLong, store.atLocation[visibilityOf(caller, inventory)], wanted),
        };
      },
    ),
    read(
      "GET",
      "/api/inventories/items/{id}",
      {
        operationId: "getInventoryItem",
        may: "terminal",
        summary: "One item",
        params: { id: pathId() },
        reply: InventoryItem,
      },
      ({ params }, caller) => {
        const item = findItem(db, caller.tenantId, params.id);
        if (item === null) throw new NotFound(msg("There is no such item.", "Taková položka neexistuje."));
        return itemDetailOf(db, caller, item);
      },
    ),
    read(
      "GET",
      "/api/inventories/items/{id}/history",
      {
        operationId: "listInventoryItemHistory",
        may: "manage",
        summary: "Every count of the item, newest first",
        params: { id: pathId() },
        reply: z.array(HistoryEntry),
        description:
          "In the order in which the operations count: one that came later stands where its time puts it, and `before` and `after` are what it changes there.",
        lists: ["countOperation", "deviceToken", ...shows],
      },
      async ({ params }, { tenantId }) => {
        if (findItem(db, tenantId, params.id) === null) {
          throw new NotFound(msg("There is no such item.", "Taková položka neexistuje."));
        }
        return { body: await historyOf(storage.reader, tenantId, params.id) };
      },
    ),
    write(
      "POST",
      "/api/inventories/{id}/items",
      {
        operationId: "addInventoryItem",
        may: "work",
        summary: "Adds an article that was found but not expected",
        params: { id: pathId() },
        status: 201,
        body: {
          articleId: id(),
          inventoryQuantity: quantity(),
          inventoryLocationId: id().nullable().optional(),
          note: textOrNull(4000).optional(),
        },
        reply: InventoryItem,
        refusals: {
          400: "not in progress, or a field is at fault",
          409: "expected or already found at that place",
        },
        record: (tx, { params }, { tenantId }) => inventoryOf(tx, tenantId, params.id),
      },
      (tx, { body }, caller, { record }) => {
        const oid = addUnexpectedItem(tx, caller, record, {
          articleId: body.articleId,
          inventoryQuantity: body.inventoryQuantity,
          inventoryLocationId: body.inventoryLocationId ?? null,
          note: body.note ?? null,
        });
        const item = findItem(tx, caller.tenantId, oid);
        if (item === null) throw new Error("the item just added is gone");
        return { ...itemDetailOf(tx, caller, item), location: `/api/inventories/items/${oid}` };
      },
    ),
    write(
      "PUT",
      "/api/inventories/items/update",
      {
        operationId: "updateInventoryItem",
        may: "work",
        summary: "Counts an item",
        keepsAnswer: true,
        description:
          "What is absent stays. A quantity without `isFound` sets it (more than 0); `inventoryQuantity` null takes the count back. Every update is kept in the item's history.",
        body: {
          oid: id(),
          inventoryQuantity: quantity().nullable().optional(),
          inventoryLocationId: id().nullable().optional(),
          isFound: flag().optional(),
          isDisposal: flag().optional(),
          disposalMethodId: id().nullable().optional(),
          disposalReasonId: id().nullable().optional(),
          note: textOrNull(4000).optional(),
        },
        reply: InventoryItem,
        refusals: { 400: "the inventory is not in progress, or a field is at fault" },
        record: (tx, { body }, { tenantId }) => {
          const item = findItem(tx, tenantId, body.oid);
          if (item === null) throw Invalid.field("oid", msg("names no item", "neoznačuje žádnou položku"));
          return item;
        },
      },
      (tx, { body }, caller, { record }) => {
        const { oid: _, ...count } = body;
        countItem(tx, caller, record, count);
        return { ...itemDetailOf(tx, caller, record), location: `/api/inventories/items/${record.oid}` };
      },
    ),
  ];
}
