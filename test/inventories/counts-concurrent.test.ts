import fc from "fast-check";
import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServerWithClock } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { createOperation, send } from "./count-requests.ts";
import { type Counted, endingOf } from "./counts-model.ts";
import { pairTerminal } from "./inventory-setup.ts";
import { createWarehouse, startWarehouse } from "./stocktake.ts";

// Terminals that are rarely online count one item. The item is marked for recount exactly when the model says so, which has
// the operations that each terminal had not seen.

const RUNS = times(40);
const TERMINALS = 3;

const step = fc.record({
  terminal: fc.nat(TERMINALS - 1),
  does: fc.oneof(
    { weight: 3, arbitrary: fc.constant("add" as const) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 2, arbitrary: fc.constant("sync" as const) },
  ),
});

/** A terminal with its counts, its unsent operations, and the state that it has seen. */
interface Floor {
  readonly client: Client;
  cursor: string;
  readonly held: object[];
  readonly seen: Set<number>;
}

test("an item is marked for recount when counts contradict each other or were made without knowing each other", async () => {
  const { clock, server } = await startServerWithClock();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("shelf");
  await warehouse.article("A", { shelf: 5 });
  const clients: Client[] = [];
  for (const name of ["One", "Two", "Three"]) clients.push((await pairTerminal(server, name)).client);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
      const inventory = await warehouse.stocktake(["shelf"], { locationId: warehouse.at("shelf") });
      const floors = clients.map((client): Floor => ({ client, cursor: "", held: [], seen: new Set() }));
      const made: Counted[] = [];
      const received = new Set<number>();

      async function sync(floor: Floor, own: number): Promise<void> {
        if (floor.held.length > 0) expect((await send(floor.client, inventory, floor.held)).status).toBe(200);
        floor.held.length = 0;
        for (const { terminal, rank } of made) if (terminal === own) received.add(rank);
        const items = await floor.client.get(`/api/inventories/${inventory}/items?since=${floor.cursor}`);
        floor.cursor = items.body.cursor;
        for (const rank of received) floor.seen.add(rank);
      }

      for (const [own, floor] of floors.entries()) await sync(floor, own);
      for (const [rank, { terminal, does }] of steps.entries()) {
        const floor = floors[terminal];
        if (floor === undefined) throw new Error(`no terminal ${terminal}`);
        if (does === "sync") {
          await sync(floor, terminal);
          continue;
        }
        clock.advance(1000);
        const kind = does === "add" ? "add" : "set";
        const quantity = does === "add" ? 1 : does;
        const unknown = made.map((count) => count.rank).filter((other) => !floor.seen.has(other));
        const operation = {
          kind,
          code: "A",
          locationId: warehouse.at("shelf"),
          quantity,
          seen: floor.cursor,
        };
        floor.held.push(createOperation({ ...operation, at: new Date(clock.now()).toISOString() }));
        made.push({
          ...{ terminal, kind, code: "A", location: "shelf", quantity, isFound: null, note: null },
          ...{ second: rank, rank, unknown },
        });
      }
      for (const [own, floor] of floors.entries()) await sync(floor, own);
      const [expected] = endingOf({ A: { shelf: 5 } }, "shelf", made);
      const { inventoryQuantity, isToRecount } = await warehouse.item(inventory, "A");
      expect({ inventoryQuantity, isToRecount }).toEqual({
        inventoryQuantity: expected?.quantity ?? null,
        isToRecount: expected?.isToRecount ?? false,
      });
    }),
    { numRuns: RUNS },
  );
});

/** A stocktake of one article, and how a terminal adds a piece of it that has seen the state of a cursor. */
async function countedShelf() {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("A", { shelf: 5 });
  const inventory = await warehouse.stocktake(["shelf"], { locationId: warehouse.at("shelf") });
  const add = (client: Client, seen: string) => {
    const piece = { kind: "add", code: "A", locationId: warehouse.at("shelf"), quantity: 1, seen };
    return send(client, inventory, [createOperation(piece)]);
  };
  const isToRecount = async () => (await warehouse.item(inventory, "A")).isToRecount;
  return { server, inventory, add, isToRecount };
}

test("the cursor of a terminal's state must be one of the items", async () => {
  const { server, add } = await countedShelf();
  const wrong = await add((await pairTerminal(server, "One")).client, "yesterday");
  expect(wrong.body.receipts[0]).toMatchObject({ result: "refused", errors: [{ path: "seen" }] });
});

test("a cursor of another timeline counts as none", async () => {
  const { server, inventory, add, isToRecount } = await countedShelf();
  const [one, two] = [(await pairTerminal(server, "One")).client, (await pairTerminal(server, "Two")).client];
  const { cursor } = (await one.get(`/api/inventories/${inventory}/items?since=`)).body;
  await add(one, cursor);
  expect(await isToRecount()).toBe(false);
  await add(two, cursor.replace(/-[^-]+$/, "-elsewhere"));
  expect(await isToRecount()).toBe(true);
});
