import fc from "fast-check";
import { expect, test } from "vitest";
import { createClock } from "../harness/clock.ts";
import { startServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { send } from "./count-requests.ts";
import { counts, deliver, delivery, EXPECTED, LOCATIONS, OWN_LOCATION } from "./counts-deliveries.ts";
import { byName, type Counted, type Ending, endingOf } from "./counts-model.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// Operations in any order and parts, repeated and concurrent, across pauses and finishes: two stocktakes with the same operations
// end alike, and as a model says that has no batches. Over HTTP; counts-delivery-order.test.ts has many more orders.

const RUNS = times(10);

test("two stocktakes with the same operations end as the model says, whatever the order and the way of sending", async () => {
  const clock = createClock();
  const server = await startServer({ clock });
  const warehouse = createWarehouse(server);
  for (const name of LOCATIONS) await warehouse.addLocation(name);
  for (const [code, stock] of Object.entries(EXPECTED)) await warehouse.article(code, stock);
  const terminals = [
    warehouse.user,
    (await pairTerminal(server, "One")).client,
    (await pairTerminal(server, "Two")).client,
  ];
  let stocktakes = 0;
  await fc.assert(
    fc.asyncProperty(counts, delivery, delivery, async (sentCounts, ...ways) => {
      for (const way of ways) {
        const inventory = await warehouse.stocktake(["shelf", "rack"], {
          locationId: warehouse.at(OWN_LOCATION),
        });
        const start = clock.now();
        clock.advance(60_000);
        stocktakes++;
        const operations = sentCounts.map((each) => operationOf(warehouse, each, start, stocktakes));
        const site = {
          async send(terminal: number, chosen: readonly number[]) {
            const client = terminals[terminal] ?? warehouse.user;
            const response = await send(
              client,
              inventory,
              chosen.map((index) => operations[index]),
            );
            expect(response.status).toBe(200);
          },
          async move(name: string) {
            await warehouse.move(inventory, name);
          },
        };
        await deliver(site, sentCounts, way);
        expect(await endingIn(warehouse, inventory)).toEqual(endingOf(EXPECTED, OWN_LOCATION, sentCounts));
        const unknown = await warehouse.manager.get(`/api/inventories/${inventory}/operations?state=unknown`);
        expect(unknown.body).toHaveLength(sentCounts.filter(({ code }) => code === "nobody").length);
        expect((await warehouse.manager.get(`/api/inventories/${inventory}/operations`)).body).toEqual([]);
      }
    }),
    { numRuns: RUNS },
  );
});

/** Ids sort by the counts' ranks, and are different in each stocktake. */
function operationOf(warehouse: Warehouse, counted: Counted, start: number, stocktake: number) {
  const { kind, code, location, quantity, isFound, note, second, rank } = counted;
  return {
    operationId: `${String(rank).padStart(8, "0")}-0000-4000-8000-${String(stocktake).padStart(12, "0")}`,
    kind,
    code,
    quantity,
    at: new Date(start + 1000 + second * 1000).toISOString(),
    ...(location !== null && { locationId: warehouse.at(location) }),
    ...(isFound !== null && { isFound }),
    ...(note !== null && { note }),
  };
}

interface Shown {
  readonly article: { readonly code: string };
  readonly locationId: number | null;
  readonly inventoryLocationId: number | null;
  readonly inventoryQuantity: number | null;
  readonly isFound: boolean;
  readonly note: string | null;
  readonly isToRecount: boolean;
}

async function endingIn(warehouse: Warehouse, inventory: number): Promise<Ending[]> {
  const nameAt = (oid: number | null) => LOCATIONS.find((name) => warehouse.at(name) === oid) ?? null;
  const items: Shown[] = (await warehouse.user.get(`/api/inventories/${inventory}/items`)).body;
  return items
    .map(({ article, locationId, inventoryLocationId, inventoryQuantity, isFound, note, isToRecount }) => ({
      article: article.code,
      expectedAt: nameAt(locationId),
      foundAt: nameAt(inventoryLocationId),
      quantity: inventoryQuantity,
      isFound,
      note,
      isToRecount,
    }))
    .sort(byName);
}
