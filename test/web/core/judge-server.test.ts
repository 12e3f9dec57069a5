import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredItem } from "../../../src/web/db/outbox-shapes.ts";
import type { ItemNow } from "../../../src/web/terminal/counting/current-count.ts";
import { times } from "../../harness/times.ts";
import { send } from "../../inventories/count-requests.ts";
import { type Stock, startWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { buildArticle, type SimulatedTerminal, simulateTerminal, UMA } from "./simulated-terminal.ts";

const PLACES = ["shelf", "rack", "yard"] as const;
const STOCK: Readonly<Record<string, Stock>> = {
  SINGLE: { shelf: 1 },
  SEVERAL: { shelf: 5 },
  TWICE: { shelf: 1, rack: 1 },
  SPREAD: { shelf: 3, rack: 2 },
  STRAY: {},
};
const CODES = Object.keys(STOCK);

type Action =
  | { readonly do: "scan"; readonly code: string; readonly place: string; readonly pieces: number }
  | {
      readonly do: "type";
      readonly code: string;
      readonly which: number;
      readonly place: string;
      readonly quantity: number;
    }
  | { readonly do: "undo"; readonly which: number }
  | { readonly do: "send" };

const code = fc.constantFrom(...CODES);
const place = fc.constantFrom(...PLACES);
const pieces = fc.constantFrom(1, 1, 1, 3, 12);
const which = fc.nat(100);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("scan" as const), code, place, pieces }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("type" as const), code, which, place, quantity: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("send" as const) }) },
);

test("the terminal shows the same quantities before and after the server has applied its operations", async () => {
  const { warehouse } = await startWarehouse();
  for (const name of PLACES) await warehouse.addLocation(name);
  for (const [name, stock] of Object.entries(STOCK)) await warehouse.article(name, stock);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 14 }), async (actions) => {
      const inventory = await warehouse.stocktake(["shelf", "rack"]);
      round += 1;
      const simulated = await simulateAt(warehouse, inventory, round);
      for (const one of actions) await act(warehouse, simulated, inventory, one);
      const shown = readShown(warehouse, simulated);
      await sendAll(warehouse, simulated, inventory);
      const hasReceipts = simulated.entries.every(({ ahead }) => ahead === undefined);
      expect(hasReceipts).toBe(true);
      expect(readShown(warehouse, simulated)).toEqual(shown);
    }),
    { numRuns: times(25) },
  );
});

async function simulateAt(
  warehouse: Warehouse,
  inventory: number,
  round: number,
): Promise<SimulatedTerminal> {
  const articles = CODES.map((name) => buildArticle(warehouse.id(name), { code: name, name }));
  return simulateTerminal(articles, await readItems(warehouse, inventory), {
    // In the past, because the server rejects times in the future.
    start: Date.now() - 3_600_000 + round * 1000,
  });
}

async function readItems(warehouse: Warehouse, inventory: number): Promise<readonly StoredItem[]> {
  const { body } = await warehouse.user.get(`/api/inventories/${inventory}/items`);
  return body;
}

async function act(
  warehouse: Warehouse,
  simulated: SimulatedTerminal,
  inventory: number,
  one: Action,
): Promise<void> {
  if (one.do === "scan") simulated.scan(one.code, warehouse.at(one.place), UMA, one.pieces);
  else if (one.do === "send") await sendAll(warehouse, simulated, inventory);
  else if (one.do === "type") {
    const all = simulated.all(warehouse.id(one.code));
    const item = all[one.which % Math.max(1, all.length)];
    if (item !== undefined) simulated.type(item.articleId, item.key, warehouse.at(one.place), one.quantity);
  } else {
    const done = simulated.entries.filter(({ state, how }) => state !== "asked" && how !== "undo");
    const gone = new Set(simulated.entries.map(({ corrects }) => corrects));
    const open = done.filter(({ operationId }) => !gone.has(operationId));
    const undoneOperations = open[one.which % Math.max(1, open.length)];
    if (undoneOperations !== undefined) simulated.undo(undoneOperations.operationId);
  }
}

/** Sends unsent operations twice, the first time in two parts, and reads the resulting items. */
async function sendAll(warehouse: Warehouse, simulated: SimulatedTerminal, inventory: number): Promise<void> {
  const waiting = simulated.entries.filter(({ state }) => state === "waiting");
  const operations = waiting.map(({ operation }) => operation);
  const half = Math.floor(operations.length / 2);
  for (const part of [operations.slice(half), operations.slice(0, half), operations]) {
    const { body } = await send(warehouse.user, inventory, part);
    for (const receipt of body.receipts) {
      expect(receipt).not.toMatchObject({ result: "refused" });
      const index = simulated.entries.findIndex(({ operationId }) => operationId === receipt.operationId);
      const entry = simulated.entries[index];
      if (entry === undefined) throw new Error("a receipt of nothing");
      const { ahead: _, ...settled } = entry;
      if (entry.state === "waiting") simulated.entries[index] = { ...settled, state: "sent", receipt };
    }
  }
  simulated.items = await readItems(warehouse, inventory);
}

/** Reads all counted and expected items as they are shown. */
function readShown(warehouse: Warehouse, simulated: SimulatedTerminal): readonly object[] {
  return CODES.flatMap((name) => simulated.all(warehouse.id(name)).map(shown)).sort((a, b) =>
    JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
  );
}

const shown = ({
  articleId,
  expectedAt,
  foundAt,
  quantity,
  placeId,
  isFound,
  isToRecount,
  isUnexpected,
}: ItemNow) => ({
  articleId,
  expectedAt,
  foundAt,
  quantity,
  placeId,
  isFound,
  isToRecount,
  isUnexpected,
});
