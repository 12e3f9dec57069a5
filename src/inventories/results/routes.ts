import { z } from "zod";
import type { Dependencies } from "../../http/dependencies.ts";
import { type Endpoint, query } from "../../http/endpoint/endpoint.ts";
import { oneOf, pathId, queryWhole, verbatim } from "../../http/endpoint/fields.ts";
import { getInventory } from "../inventory.ts";
import { ITEM_TABLES } from "../items/item-changes.ts";
import { ITEM_FILTER, itemFilterFields, itemFilterOf } from "../items/item-filter.ts";
import { itemsCursor } from "../items/precondition.ts";
import { ITEM_SORTS, readItemPage } from "./page.ts";
import { InventoryItemPage, InventoryItemTotals, LocationTotal } from "./shapes.ts";
import { readLocationTotals, readViewTotals } from "./totals.ts";

const MAX_LIMIT = 500;
const TABLES = [...ITEM_TABLES, "location"] as const;

/** The results of a stocktake for tables on screen: pages of items, and totals by view and by location. */
export function resultRoutes({ storage }: Dependencies): Endpoint[] {
  const { db, reader } = storage;

  return [
    query("GET", "/api/inventories/{id}/items/page", {
      operationId: "listInventoryItemsByPage",
      permission: "manage",
      summary: "The items of an inventory page by page, filtered and sorted",
      description: `${ITEM_FILTER} \`sort\`: default \`-value\`, the items with the greatest value of the difference first, losses and gains alike; \`-\` for descending. Items that are not counted come last by \`value\`, \`difference\` and \`counted\`, articles without a code last by \`code\`. Continue with \`cursor\` = \`nextCursor\` until it is null. During concurrent writes an item that keeps its position is neither repeated nor skipped.`,
      params: { id: pathId() },
      query: {
        ...itemFilterFields(),
        sort: oneOf(ITEM_SORTS).optional(),
        cursor: verbatim().optional(),
        limit: queryWhole(1, MAX_LIMIT).optional(),
      },
      response: InventoryItemPage,
      tables: TABLES,
      async run({ params, query }, { tenantId }) {
        const inventory = getInventory(db, tenantId, params.id);
        const { sort = "-value", cursor = "", limit = 100 } = query;
        // Read first: an item that changes during the read is newer than the cursor.
        const seen = itemsCursor(storage, tenantId);
        const page = {
          tenantId,
          inventoryId: inventory.oid,
          filter: itemFilterOf(query, inventory),
          sort,
          cursor: cursor === "" ? null : cursor,
          limit,
        };
        return { kind: "json", body: await readItemPage(reader, page, seen) };
      },
    }),
    query("GET", "/api/inventories/{id}/items/totals", {
      operationId: "getInventoryItemTotals",
      permission: "manage",
      summary: "The totals of the items of an inventory that match a filter, for each view",
      description: `${ITEM_FILTER} Here \`view\` is ignored: \`views\` has the total of each one.`,
      params: { id: pathId() },
      query: itemFilterFields(),
      response: InventoryItemTotals,
      tables: TABLES,
      async run({ params, query }, { tenantId }) {
        const inventory = getInventory(db, tenantId, params.id);
        const seen = itemsCursor(storage, tenantId);
        const scope = { tenantId, inventoryId: inventory.oid };
        const views = await readViewTotals(reader, scope, itemFilterOf(query, inventory));
        return { kind: "json", body: { seen, views } };
      },
    }),
    query("GET", "/api/inventories/{id}/items/locations", {
      operationId: "listInventoryLocationTotals",
      permission: "manage",
      summary: "The totals of the items of an inventory that match a filter, for each location",
      description: `${ITEM_FILTER} An item counts at its expected location, an unexpected one where it was found. Pieces found elsewhere count as \`moved\` at both locations, beside what came before the count.`,
      params: { id: pathId() },
      query: itemFilterFields(),
      response: z.array(LocationTotal),
      tables: TABLES,
      async run({ params, query }, { tenantId }) {
        const inventory = getInventory(db, tenantId, params.id);
        const scope = { tenantId, inventoryId: inventory.oid };
        const body = await readLocationTotals(reader, scope, itemFilterOf(query, inventory));
        return { kind: "json", body };
      },
    }),
  ];
}
