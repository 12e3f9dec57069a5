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
import { assertIdle, getDetail, getInventory, visibilityOf } from "../inventory.ts";
import { InventoryDetail, InventoryItem, InventoryItemChanges } from "../shapes.ts";
import { approveItem, revokeItemApproval } from "./approve.ts";
import { getItem, itemDetailOf } from "./item.ts";
import { ITEM_TABLES, readItemChanges } from "./item-changes.ts";
import { assertUnchanged, preconditionField, preconditionOf } from "./precondition.ts";
import * as store from "./store.ts";

const shows = ITEM_TABLES.filter((table) => table !== "deletedInventoryItem");

/** Reading inventories with their items, and approving items (contract 4.6). */
export function itemRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    query("GET", "/api/inventories/{id}", {
      operationId: "getInventory",
      permission: "terminal",
      summary: "One inventory; with `includeItems=true` also its items",
      params: { id: pathId() },
      query: { includeItems: queryFlag().optional() },
      response: InventoryDetail,
      async run({ params, query, language }, principal) {
        const { tenantId } = principal;
        const { body, version } = getDetail(db, language, tenantId, params.id);
        const visibility = visibilityOf(principal, getInventory(db, tenantId, params.id));
        if (!query.includeItems) return { kind: "json", body, version };
        const newest = () => storage.versions.of(tenantId, shows);
        const shown = newest();
        const filter = { tenantId, inventoryId: params.id };
        const items = store.ofInventory[visibility];
        const head = `${body.slice(0, body.lastIndexOf("[]"))}`;
        const isLong =
          store.idsUpTo.all(db, { ...filter, limit: MAX_MAIN_THREAD_ROWS + 1 }).length > MAX_MAIN_THREAD_ROWS;
        if (!isLong) {
          const json: Json<InventoryDetail> = `${head}${listInMainThread(db, items, filter)}}`;
          return { kind: "json", body: json, version: { ...version, shown } };
        }
        const { pieces } = await listInReader(storage.reader, items, filter);
        const json = new JsonPieces([Buffer.from(head), ...pieces, Buffer.from("}")]);
        // No tag if a change was committed while the items were read.
        return { kind: "json", body: json, ...(newest() === shown && { version: { ...version, shown } }) };
      },
    }),
    query("GET", "/api/inventories/{id}/items", {
      operationId: "listInventoryItems",
      permission: "terminal",
      summary: "Lists all items of the inventory, or those changed since a cursor",
      description:
        "With `since` the response is an object: `items` that have changed since the response with that cursor, or whose article has; `deleted` oids; and the next `cursor`. Start with an empty `since`. With `isWhole`, `items` has all items: discard the ones already loaded. That is the case without a cursor, after a restore from a backup, and when the caller's permissions have changed. An unchanged item may be repeated; none is missing.",
      params: { id: pathId() },
      query: { since: verbatim().optional() },
      response: z.union([z.array(InventoryItem), InventoryItemChanges]),
      tables: ITEM_TABLES,
      async run({ params, query }, principal) {
        const inventory = getInventory(db, principal.tenantId, params.id);
        if (query.since !== undefined) {
          return {
            kind: "json",
            body: await readItemChanges(storage, inventory, visibilityOf(principal, inventory), query.since),
          };
        }
        const filter = { tenantId: principal.tenantId, inventoryId: inventory.oid };
        const isLong =
          store.idsUpTo.all(db, { ...filter, limit: MAX_MAIN_THREAD_ROWS + 1 }).length > MAX_MAIN_THREAD_ROWS;
        return {
          kind: "json",
          body: await list(storage, isLong, store.ofInventory[visibilityOf(principal, inventory)], filter),
        };
      },
    }),
    query("GET", "/api/inventories/{id}/items/findByLocation", {
      operationId: "findInventoryItemsByLocation",
      permission: "terminal",
      summary: "The items expected at exactly this location",
      params: { id: pathId() },
      query: { locationId: queryId() },
      response: z.array(InventoryItem),
      tables: shows,
      async run({ params, query }, principal) {
        const inventory = getInventory(db, principal.tenantId, params.id);
        const filter = {
          tenantId: principal.tenantId,
          inventoryId: inventory.oid,
          locationId: query.locationId,
        };
        const isLong =
          store.idsAtLocationUpTo.all(db, { ...filter, limit: MAX_MAIN_THREAD_ROWS + 1 }).length >
          MAX_MAIN_THREAD_ROWS;
        return {
          kind: "json",
          body: await list(storage, isLong, store.atLocation[visibilityOf(principal, inventory)], filter),
        };
      },
    }),
    query("GET", "/api/inventories/items/{id}", {
      operationId: "getInventoryItem",
      permission: "terminal",
      summary: "One item",
      params: { id: pathId() },
      response: InventoryItem,
      run({ params }, principal) {
        return itemDetailOf(db, principal, getItem(db, principal.tenantId, params.id));
      },
    }),
    command("PUT", "/api/inventories/items/{id}/approve", {
      operationId: "approveInventoryItem",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Approves the result of one item, in Processing of results",
      description:
        "`isApproved` false revokes the approval of the item and of its inventory. Closing requires the approval of the inventory. Approving all items one by one does not approve the inventory.",
      params: { id: pathId() },
      query: { seen: preconditionField() },
      body: { isApproved: flag().optional() },
      bodyOptional: true,
      response: InventoryItem,
      errors: { 400: "not in Processing of results, being worked on, or a field is invalid" },
      record: (tx, { params }, { tenantId }) => getItem(tx, tenantId, params.id),
      run(tx, { query, body }, principal, { record }) {
        assertIdle(tx, { tenantId: record.tenantId, oid: record.inventoryId });
        assertUnchanged(record, preconditionOf(storage, principal.tenantId, query.seen));
        if (body.isApproved === false) revokeItemApproval(tx, record);
        else approveItem(tx, record, principal.userId);
        return itemDetailOf(tx, principal, record);
      },
    }),
  ];
}
