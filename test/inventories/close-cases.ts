import { beforeAll, expect, test } from "vitest";
import { createClock, type TestClock } from "../harness/clock.ts";
import { sharedServer, type TestServer } from "../harness/server.ts";
import { createWarehouse, type Stock, type Warehouse } from "./stocktake.ts";

// One stocktake of A, B and C (D and E are outside), with an article for each rule; then it is closed.

/** Events of an article during its count. */
export interface Step {
  /** Counts, or decides on, the item that is expected at this location (or the only one). */
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

/** A stocktake that has just been closed. */
interface ClosedStocktake {
  readonly warehouse: Warehouse;
  /** What the preview of the close has said. */
  readonly preview: unknown;
  /** The stock before the close, by article. */
  readonly recorded: ReadonlyMap<string, Stock>;
}

/** Closes a stocktake with an article for each of these rules. */
async function closedBy(
  server: TestServer,
  clock: TestClock,
  rules: readonly Rule[],
): Promise<ClosedStocktake> {
  const warehouse = createWarehouse(server);
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
  await warehouse.move(inventory, "finish", "process");
  const recorded = await stockBy(warehouse, rules);
  const { body: preview } = await warehouse.manager.get(`/api/inventories/${inventory}/close-preview`);
  expect(await stockBy(warehouse, rules)).toEqual(recorded);
  await warehouse.move(inventory, "close");
  return { warehouse, preview, recorded };
}

/** The stock of each rule's article. */
async function stockBy(warehouse: Warehouse, rules: readonly Rule[]): Promise<Map<string, Stock>> {
  const stock = new Map<string, Stock>();
  for (const [name] of rules) stock.set(name, await warehouse.stock(name));
  return stock;
}

interface Change {
  readonly articles: number;
  readonly pieces: number;
  readonly quantities: readonly { readonly unit: null; readonly quantity: number }[];
}

/** The numbers of articles and pieces by what has become of their stock. */
function changesOf(before: ReadonlyMap<string, Stock>, after: ReadonlyMap<string, Stock>) {
  const changes: Record<string, Change> = Object.fromEntries(
    ["moved", "more", "fewer", "added", "removed"].map((kind) => [
      kind,
      { articles: 0, pieces: 0, quantities: [] },
    ]),
  );
  const add = (kind: string, pieces: number) => {
    const { articles, pieces: others } = changes[kind] ?? { articles: 0, pieces: 0 };
    changes[kind] = {
      articles: articles + 1,
      pieces: others + pieces,
      quantities: [{ unit: null, quantity: others + pieces }],
    };
  };
  const sum = (stock: Stock) => Object.values(stock).reduce((all, pieces) => all + pieces, 0);
  for (const [name, stock] of after) {
    const recorded = before.get(name) ?? {};
    const [from, to] = [sum(recorded), sum(stock)];
    const arrived = Object.entries(stock).map(([at, pieces]) => Math.max(0, pieces - (recorded[at] ?? 0)));
    const elsewhere = arrived.reduce((all, pieces) => all + pieces, 0);
    if (from === to && elsewhere > 0) add("moved", elsewhere);
    else if (from === 0 && to > 0) add("added", to);
    else if (from > 0 && to === 0) add("removed", from);
    else if (to > from) add("more", to - from);
    else if (to < from) add("fewer", from - to);
  }
  return changes;
}

async function play(warehouse: Warehouse, inventory: number, code: string, step: Step): Promise<void> {
  const { at, quantity, foundAt, isFound, finds, moved, decides } = step;
  if (moved) return warehouse.put(code, moved);
  if (decides) {
    const { oid } = await warehouse.item(inventory, code, at);
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
  const server = sharedServer({ clock });
  let closed: ClosedStocktake;
  beforeAll(async () => {
    closed = await closedBy(server, clock, rules);
  });

  test.each(rules)("%s", async (name, _, __, after) => {
    expect(await closed.warehouse.stock(name)).toEqual(after);
  });

  test("the preview of the close has announced exactly these changes, and made none", async () => {
    const { preview, warehouse, recorded } = closed;
    expect(preview).toMatchObject(changesOf(recorded, await stockBy(warehouse, rules)));
  });
}
