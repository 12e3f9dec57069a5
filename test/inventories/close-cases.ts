import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock, type TestClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createWarehouse, type Stock, type Warehouse } from "./stocktake.ts";

// One stocktake of A, B and C (D and E are outside), with an article for each rule; then it is closed.

/** Events of an article during its count. */
export interface Step {
  /** Counts the item that is expected at this location (or the only one). */
  readonly at?: string;
  readonly quantity?: number | null;
  /** Where it was found. */
  readonly foundAt?: string;
  readonly isFound?: boolean;
  /** Finds an unexpected article at this location. */
  readonly finds?: string;
  /** Sets the article's stock during the count. */
  readonly moved?: Stock;
  /** The Manager's decision. */
  readonly decides?: string;
}

/** The stock before, the events, and the stock afterwards. */
export type Rule = readonly [name: string, before: Stock, steps: readonly Step[], after: Stock];

/** The warehouse in which a stocktake with an article for each of these rules has just been closed. */
export async function closedBy(
  server: TestServer,
  clock: TestClock,
  rules: readonly Rule[],
): Promise<Warehouse> {
  const warehouse = await createWarehouse(server);
  for (const name of ["A", "B", "C", "D", "E"]) await warehouse.addLocation(name);
  for (const [name, stock] of rules) await warehouse.article(name, stock);
  const inventory = await warehouse.stocktake(["A", "B", "C"]);
  for (const [name, , steps] of rules) {
    for (const step of steps) {
      // The order of events matters, never the speed of the machine.
      clock.advance(1000);
      await play(warehouse, inventory, name, step);
    }
  }
  await warehouse.move(inventory, "finish", "process", "close");
  return warehouse;
}

async function play(warehouse: Warehouse, inventory: number, code: string, step: Step): Promise<void> {
  const { at, quantity, foundAt, isFound, finds, moved, decides } = step;
  if (moved) return warehouse.put(code, moved);
  if (decides) {
    const { oid } = await warehouse.item(inventory, code);
    const response = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, {
      decision: decides,
    });
    if (response.status !== 200) throw new Error(response.text);
    return;
  }
  if (finds) {
    const found = {
      articleId: warehouse.id(code),
      inventoryQuantity: quantity,
      inventoryLocationId: warehouse.at(finds),
    };
    const response = await warehouse.user.post(`/api/inventories/${inventory}/items`, found);
    if (response.status !== 201) throw new Error(response.text);
    return;
  }
  const fields = {
    inventoryQuantity: quantity,
    isFound,
    inventoryLocationId: foundAt && warehouse.at(foundAt),
  };
  await warehouse.count(inventory, code, fields, at);
}

/** Declares a test of each rule, in one stocktake of all. */
export function testRules(rules: readonly Rule[]): void {
  const clock = createClock();
  let server: TestServer;
  let warehouse: Warehouse;
  beforeAll(async () => {
    server = await startServer({ keep: true, clock });
    warehouse = await closedBy(server, clock, rules);
  });
  afterAll(() => server.stop());

  test.each(rules)("%s", async (name, _, __, after) => {
    expect(await warehouse.stock(name)).toEqual(after);
  });
}
