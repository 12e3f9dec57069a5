import type { TestClock } from "../harness/clock.ts";
import type { TestServer } from "../harness/server.ts";
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
  for (const name of ["A", "B", "C", "D", "E"]) await warehouse.place(name);
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
    const answer = await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: decides });
    if (answer.status !== 200) throw new Error(answer.text);
    return;
  }
  if (finds) {
    const found = {
      articleId: warehouse.id(code),
      inventoryQuantity: quantity,
      inventoryLocationId: warehouse.at(finds),
    };
    const answer = await warehouse.user.post(`/api/inventories/${inventory}/items`, found);
    if (answer.status !== 201) throw new Error(answer.text);
    return;
  }
  const said = {
    inventoryQuantity: quantity,
    isFound,
    inventoryLocationId: foundAt && warehouse.at(foundAt),
  };
  await warehouse.count(inventory, code, said, at);
}
