import fc from "fast-check";
import { expect, test } from "vitest";
import { addArticle } from "../../src/articles/article.ts";
import { principalOf } from "../../src/demo/people.ts";
import { State } from "../../src/domain/inventory-states.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { readOperation } from "../../src/inventories/counting/count-payload.ts";
import { ingestOperations } from "../../src/inventories/counting/ingest.ts";
import { lateItems } from "../../src/inventories/counting/late.ts";
import { addInventory } from "../../src/inventories/create.ts";
import { getInventory, setState } from "../../src/inventories/inventory.ts";
import { insert } from "../../src/inventories/items/store.ts";
import { addLocation } from "../../src/locations/location.ts";
import { sqlite, statement, type Tx } from "../../src/storage/database/statement.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { counts, deliver, delivery, EXPECTED, LOCATIONS, OWN_LOCATION } from "./counts-deliveries.ts";
import { byName, type Counted, type Ending, endingOf } from "./counts-model.ts";

// Operations in any order and parts, repeated and concurrent, across pauses and finishes: two stocktakes with the same operations
// end alike, and as a model says that has no batches. Without HTTP between: hundreds of ways, each in a stocktake of its own.

const RUNS = times(200);
const START = Date.parse("2026-01-05T08:00:00Z");
const manager = principalOf(2);
/** The three terminals: people without a device. */
const people: readonly Principal[] = [1, 2, 3].map(principalOf);

interface Warehouse {
  readonly locations: ReadonlyMap<string, number>;
  readonly articles: ReadonlyMap<string, number>;
}

const itemsOf = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("article as a", "a.oid", "i.articleId")
    .where("i.inventoryId", "=", p.inventoryId)
    .selectAll("i")
    .select("a.code"),
);

test("stocktakes with the same operations end as the model says, whatever the order and the way of sending", async () => {
  const { storage } = (await startServer()).appliance.dependencies;
  const warehouse = await storage.write(1, createWarehouse);
  let stocktakes = 0;
  await fc.assert(
    fc.asyncProperty(counts, delivery, delivery, async (sentCounts, ...ways) => {
      for (const way of ways) {
        stocktakes++;
        const inventoryId = await storage.write(1, (tx) => createStocktake(tx, warehouse));
        const operations = sentCounts.map((each) => operationOf(warehouse, each, stocktakes));
        await deliver(siteOf(storage, inventoryId, operations), sentCounts, way);
        const expected = endingOf(EXPECTED, OWN_LOCATION, sentCounts);
        expect(endingIn(storage, warehouse, inventoryId)).toEqual(expected);
      }
    }),
    { numRuns: RUNS },
  );
});

function createWarehouse(tx: Tx): Warehouse {
  const locations = new Map(LOCATIONS.map((name) => [name, addLocation(tx, 1, { name })]));
  const articles = new Map(
    Object.keys(EXPECTED).map((code) => [
      code,
      addArticle(tx, manager, { code, name: code, categoryId: 1, typeId: 1, stateId: 2 }),
    ]),
  );
  return { locations, articles };
}

function createStocktake(tx: Tx, { locations, articles }: Warehouse): number {
  const inventoryId = addInventory(tx, {
    tenantId: 1,
    name: "Ours",
    state: State.InProgress,
    locationId: locations.get(OWN_LOCATION) ?? null,
    locationIds: [],
    mustBeApproved: false,
    isApproved: false,
    isBlind: false,
    userId: null,
  });
  for (const [code, stock] of Object.entries(EXPECTED)) {
    for (const [location, quantity] of Object.entries(stock)) {
      const [articleId = 0, locationId = 0] = [articles.get(code), locations.get(location)];
      const item = { tenantId: 1, inventoryId, articleId, locationId, foundAtLocationId: null, quantity };
      insert.run(tx, { ...item, isUnexpected: 0, change: tx.change });
    }
  }
  return inventoryId;
}

/** Ids sort by the counts' ranks, and are different in each stocktake. */
function operationOf({ locations }: Warehouse, counted: Counted, stocktake: number) {
  const { kind, code, location, quantity, isFound, note, second, rank } = counted;
  return {
    operationId: `${String(rank).padStart(8, "0")}-0000-4000-8000-${String(stocktake).padStart(12, "0")}`,
    kind,
    code,
    quantity,
    at: new Date(START + second * 1000).toISOString(),
    ...(location !== null && { locationId: locations.get(location) }),
    ...(isFound !== null && { isFound }),
    ...(note !== null && { note }),
  };
}

function siteOf(storage: Storage, inventoryId: number, operations: readonly object[]) {
  const changeOf = () => 0;
  const batch = { inventoryId, changeOf, sentAt: null, received: START + 60_000, language: "en" } as const;
  const STATES: Readonly<Record<string, State>> = {
    postpone: State.Paused,
    start: State.InProgress,
    finish: State.Finished,
    reopen: State.InProgress,
  };
  return {
    async send(terminal: number, chosen: readonly number[]) {
      const sent = chosen.map((index) => readOperation(operations[index]));
      const caller = people[terminal] ?? manager;
      await storage.write(1, (tx) => ingestOperations(tx, caller, batch, sent));
    },
    async move(name: string) {
      await storage.write(1, (tx) => {
        const inventory = getInventory(tx, 1, inventoryId);
        setState(tx, inventory, STATES[name] ?? State.InProgress, null);
        if (name === "reopen") for (const _ of lateItems(tx, inventory));
      });
    },
  };
}

function endingIn({ db }: Storage, { locations }: Warehouse, inventoryId: number): Ending[] {
  const nameAt = (oid: number | null) => LOCATIONS.find((name) => locations.get(name) === oid) ?? null;
  return itemsOf
    .all(db, { inventoryId })
    .map((item) => ({
      article: item.code ?? "",
      expectedAt: nameAt(item.locationId),
      foundAt: nameAt(item.inventoryLocationId),
      quantity: item.inventoryQuantity,
      isFound: item.isFound === 1,
      note: item.note,
      isToRecount: item.isToRecount === 1,
    }))
    .sort(byName);
}
