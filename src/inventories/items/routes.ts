import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { command, type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { flag, pathId, queryFlag, queryId, verbatim } from "../../http/endpoint/fields.ts";
import {
  type Json,
  JsonPieces,
  list,
  listInMainThread,
  listInReader,
  MAX_MAIN_THREAD_ROWS,
} from "../../storage/database/json.ts";
import { detailOf, inventoryOf, visibilityOf } from "../inventory.ts";
import { InventoryDetail, InventoryItem, InventoryItemChanges } from "../shapes.ts";
import { approveItem, revokeItemApproval } from "./approve.ts";
import { itemDetailOf, itemOf } from "./item.ts";
import { ITEM_TABLES, readItemChanges } from "./item-changes.ts";
import { assertUnchanged, preconditionField, preconditionOf } from "./precondition.ts";
import * as store from "./store.ts";

const shows = ["inventoryItem", "article", "inventory", "user"] as const;

/** Reading inventories with their items, and approving items (contract 4.6). */
export function itemRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    query(
      "GET",
      "/api/inventories/{id}",
      {
        operationId: "getInventory",
        permission: "terminal",
        summary: "One inventory; with `includeItems=true` its items too",
        params: { id: pathId() },
        query: { includeItems: queryFlag().optional() },
        response: InventoryDetail,
      },
      async ({ params, query, language }, principal) => {
        const { tenantId } = principal;
        const { body, version } = detailOf(db, language, tenantId, params.id);
        const sight = visibilityOf(principal, inventoryOf(db, tenantId, params.id));
        if (!query.includeItems) return { body, version };
        const newest = () => storage.versions.of(tenantId, ["inventory", "inventoryItem", "article", "user"]);
        const shown = newest();
        const wanted = { tenantId, inventoryId: params.id };
        const items = store.ofInventory[sight];
        const head = `${body.slice(0, body.lastIndexOf("[]"))}`;
        const isLong =
          store.someOfInventory.all(db, { ...wanted, most: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        if (!isLong) {
          const whole: Json<InventoryDetail> = `${head}${listInMainThread(db, items, wanted)}}`;
          return { body: whole, version: { ...version, shown } };
        }
        const { pieces } = await listInReader(storage.reader, items, wanted);
        const whole = new JsonPieces([Buffer.from(head), ...pieces, Buffer.from("}")]);
        // Where something changed while the items were read, no tag names what was read.
        return { body: whole, ...(newest() === shown && { version: { ...version, shown } }) };
      },
    ),
    query(
      "GET",
      "/api/inventories/{id}/items",
      {
        operationId: "listInventoryItems",
        permission: "terminal",
        summary: "All items of the inventory; with `since` those that changed",
        description:
          "With `since` the answer is an object: `items` that changed since the answer that gave the cursor (or whose article did), `deleted` oids, and the next `cursor`. Begin with an empty `since`. `isWhole`: forget what you have, these are all items (there was no cursor, the server was restored from a backup, or you may see now what you might not). An item may come again unchanged; none is missed.",
        params: { id: pathId() },
        query: { since: verbatim().optional() },
        response: z.union([z.array(InventoryItem), InventoryItemChanges]),
        tables: ITEM_TABLES,
      },
      async ({ params, query }, principal) => {
        const inventory = inventoryOf(db, principal.tenantId, params.id);
        if (query.since !== undefined) {
          return {
            body: await readItemChanges(storage, inventory, visibilityOf(principal, inventory), query.since),
          };
        }
        const wanted = { tenantId: principal.tenantId, inventoryId: inventory.oid };
        const isLong =
          store.someOfInventory.all(db, { ...wanted, most: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return {
          body: await list(storage, isLong, store.ofInventory[visibilityOf(principal, inventory)], wanted),
        };
      },
    ),
    query(
      "GET",
      "/api/inventories/{id}/items/findByLocation",
      {
        operationId: "findInventoryItemsByLocation",
        permission: "terminal",
        summary: "The items expected at exactly this location",
        params: { id: pathId() },
        query: { locationId: queryId() },
        response: z.array(InventoryItem),
        tables: shows,
      },
      async ({ params, query }, principal) => {
        const inventory = inventoryOf(db, principal.tenantId, params.id);
        const wanted = {
          tenantId: principal.tenantId,
          inventoryId: inventory.oid,
          locationId: query.locationId,
        };
        const isLong =
          store.someAtLocation.all(db, { ...wanted, most: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return {
          body: await list(storage, isLong, store.atLocation[visibilityOf(principal, inventory)], wanted),
        };
      },
    ),
    query(
      "GET",
      "/api/inventories/items/{id}",
      {
        operationId: "getInventoryItem",
        permission: "terminal",
        summary: "One item",
        params: { id: pathId() },
        response: InventoryItem,
      },
      ({ params }, principal) => {
        return itemDetailOf(db, principal, itemOf(db, principal.tenantId, params.id));
      },
    ),
    command(
      "PUT",
      "/api/inventories/items/{id}/approve",
      {
        operationId: "approveInventoryItem",
        permission: "manage",
        needsRecentLogin: true,
        summary: "Approves the result of one item, while they are processed",
        description:
          "`isApproved` false takes the approval back, and with it its inventory's, which stands for all items. What closing needs is the approval of the inventory; items approved one by one do not make it.",
        params: { id: pathId() },
        query: { seen: preconditionField() },
        body: { isApproved: flag().optional() },
        bodyOptional: true,
        response: InventoryItem,
        errors: { 400: "the results are not being processed, or a field is at fault" },
        record: (tx, { params }, { tenantId }) => itemOf(tx, tenantId, params.id),
      },
      (tx, { query, body }, principal, { record }) => {
        assertUnchanged(record, preconditionOf(storage, principal.tenantId, query.seen));
        if (body.isApproved === false) revokeItemApproval(tx, record);
        else approveItem(tx, record);
        return itemDetailOf(tx, principal, record);
      },
    ),
  ];
}
