import { z } from "zod";
import { demand } from "../domain/roles.ts";
import { fold } from "../domain/text-folding.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { type Endpoint, read } from "../http/endpoint/endpoint.ts";
import { pathId, queryFlag, text } from "../http/endpoint/fields.ts";
import { idOperator, textOperator, wantedId } from "../http/endpoint/search-params.ts";
import { FEW_ROWS, type Json, listHere, listInReader } from "../storage/database/json.ts";
import { detailOf } from "./detail.ts";
import { inventoryOf, visibilityOf } from "./inventory.ts";
import * as itemStore from "./items/store.ts";
import { Inventory, InventoryDetail } from "./shapes.ts";
import * as store from "./store.ts";

/** Looking at inventories (contract 4.6); their life and their items stand in files of their own. */
export function inventoryRoutes({ storage }: Dependencies): Endpoint[] {
  const { db } = storage;

  return [
    read(
      "GET",
      "/api/inventories",
      {
        operationId: "listInventories",
        may: "terminal",
        summary: "The inventories that are neither Closed nor Cancelled; with `includeClosed=true` all",
        query: { includeClosed: queryFlag().optional() },
        reply: z.array(Inventory),
        lists: ["inventory"],
      },
      ({ query }, caller) => {
        if (query.includeClosed) demand(caller, "work");
        const { tenantId } = caller;
        return { body: listHere(db, query.includeClosed ? store.all : store.open, { tenantId }) };
      },
    ),
    read(
      "GET",
      "/api/inventories/findById",
      {
        operationId: "findInventoriesById",
        may: "work",
        summary: "Inventories by id, Closed and Cancelled included",
        query: { id: text(), filterOp: idOperator() },
        reply: z.array(Inventory),
        lists: ["inventory"],
      },
      ({ query }, { tenantId }) => {
        const wanted = wantedId(query.id, query.filterOp);
        const found = wanted && store.byId.get(wanted.operator);
        if (!wanted || !found) return { body: [] };
        return { body: listHere(db, found, { tenantId, number: wanted.number, digits: wanted.digits }) };
      },
    ),
    read(
      "GET",
      "/api/inventories/findByName",
      {
        operationId: "findInventoriesByName",
        may: "work",
        summary: "Inventories by name, Closed and Cancelled included",
        query: { name: text(), filterOp: textOperator("Contains") },
        reply: z.array(Inventory),
        lists: ["inventory"],
      },
      ({ query }, { tenantId }) => {
        const found = store.byName.get(query.filterOp);
        if (!found) throw new Error(`no statement for ${query.filterOp}`);
        return { body: listHere(db, found, { tenantId, value: fold(query.name) }) };
      },
    ),
    read(
      "GET",
      "/api/inventories/{id}",
      {
        operationId: "getInventory",
        may: "terminal",
        summary: "One inventory; with `includeItems=true` its items too",
        params: { id: pathId() },
        query: { includeItems: queryFlag().optional() },
        reply: InventoryDetail,
      },
      async ({ params, query, language }, caller) => {
        const { tenantId } = caller;
        const { body, version } = detailOf(db, language, tenantId, params.id);
        const sight = visibilityOf(caller, inventoryOf(db, tenantId, params.id));
        if (!query.includeItems) return { body, version };
        const newest = () => storage.versions.of(tenantId, ["inventory", "inventoryItem", "article", "user"]);
        const shown = newest();
        const wanted = { tenantId, inventoryId: params.id };
        const items = itemStore.ofInventory[sight];
        const head = `${body.slice(0, body.lastIndexOf("[]"))}`;
        const isLong = itemStore.someOfInventory.all(db, { ...wanted, most: FEW_ROWS + 1 }).length > FEW_ROWS;
        if (!isLong) {
          const whole: Json<InventoryDetail> = `${head}${listHere(db, items, wanted)}}`;
          return { body: whole, version: { ...version, shown } };
        }
        const { pieces } = await listInReader(storage.reader, items, wanted);
        const whole = { pieces: [Buffer.from(head), ...pieces, Buffer.from("}")] };
        // Where something changed while the items were read, no tag names what was read.
        return { body: whole, ...(newest() === shown && { version: { ...version, shown } }) };
      },
    ),
  ];
}
