import fc from "fast-check";
import { expect, test } from "vitest";
import type { ItemNow } from "../../../src/web/count/now.ts";
import type { KeptItem } from "../../../src/web/kept/reference-shapes.ts";
import { startServer } from "../../harness/server.ts";
import { times } from "../../harness/times.ts";
import { send } from "../../inventories/sending.ts";
import { createWarehouse, type Stock, type Warehouse } from "../../inventories/stocktake.ts";
import { anArticle, onPaper, type Paper, UMA } from "./paper.ts";

// What a terminal shows before the box has its counts is what the box then makes of them, item by item.

const PLACES = ["shelf", "rack", "yard"] as const;
const STOCK: Readonly<Record<string, Stock>> = {
  SINGLE: { shelf: 1 },
  SEVERAL: { shelf: 5 },
  TWICE: { shelf: 1, rack: 1 },
  SPREAD: { shelf: 3, rack: 2 },
  STRAY: {},
};
const CODES = Object.keys(STOCK);

type Deed =
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
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("scan" as const), code, place, pieces }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("type" as const), code, which, place, quantity: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("undo" as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("send" as const) }) },
);

test("what is shown before it is sent is what the box makes of it", async () => {
  const server = await startServer();
  const house = await createWarehouse(server);
  for (const name of PLACES) await house.place(name);
  for (const [name, stock] of Object.entries(STOCK)) await house.article(name, stock);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 14 }), async (deeds) => {
      const inventory = await house.stocktake(["shelf", "rack"]);
      round += 1;
      const paper = await aPaper(house, inventory, round);
      for (const one of deeds) await act(house, paper, inventory, one);
      const shown = shownBy(house, paper);
      await sendAll(house, paper, inventory);
      const told = paper.entries.every(({ ahead }) => ahead === undefined);
      expect(told).toBe(true);
      expect(shownBy(house, paper)).toEqual(shown);
    }),
    { numRuns: times(25) },
  );
});

async function aPaper(house: Warehouse, inventory: number, round: number): Promise<Paper> {
  const articles = CODES.map((name) => anArticle(house.id(name), { code: name, name }));
  return onPaper(articles, await itemsOf(house, inventory), {
    // In the past: the box lets nobody count in the future.
    start: Date.now() - 3_600_000 + round * 1000,
  });
}

async function itemsOf(house: Warehouse, inventory: number): Promise<readonly KeptItem[]> {
  const { body } = await house.user.get(`/api/inventories/${inventory}/items`);
  return body;
}

async function act(house: Warehouse, paper: Paper, inventory: number, one: Deed): Promise<void> {
  if (one.do === "scan") paper.scan(one.code, house.at(one.place), UMA, one.pieces);
  else if (one.do === "send") await sendAll(house, paper, inventory);
  else if (one.do === "type") {
    const all = paper.all(house.id(one.code));
    const item = all[one.which % Math.max(1, all.length)];
    if (item !== undefined) paper.type(item.articleId, item.key, house.at(one.place), one.quantity);
  } else {
    const done = paper.entries.filter(({ state, how }) => state !== "asked" && how !== "undo");
    const gone = new Set(paper.entries.map(({ corrects }) => corrects));
    const open = done.filter(({ operationId }) => !gone.has(operationId));
    const undone = open[one.which % Math.max(1, open.length)];
    if (undone !== undefined) paper.undo(undone.operationId);
  }
}

/** Sends what waits, twice, in two parts, and brings what the box makes of it. */
async function sendAll(house: Warehouse, paper: Paper, inventory: number): Promise<void> {
  const waiting = paper.entries.filter(({ state }) => state === "waiting");
  const operations = waiting.map(({ operation }) => operation);
  const half = Math.floor(operations.length / 2);
  for (const part of [operations.slice(half), operations.slice(0, half), operations]) {
    const { body } = await send(house.user, inventory, part);
    for (const receipt of body.receipts) {
      expect(receipt).not.toMatchObject({ result: "refused" });
      const index = paper.entries.findIndex(({ operationId }) => operationId === receipt.operationId);
      const entry = paper.entries[index];
      if (entry === undefined) throw new Error("a receipt of nothing");
      const { ahead: _, ...settled } = entry;
      if (entry.state === "waiting") paper.entries[index] = { ...settled, state: "sent", receipt };
    }
  }
  paper.items = await itemsOf(house, inventory);
}

/** All items that are counted, or expected, as they are shown. */
function shownBy(house: Warehouse, paper: Paper): readonly object[] {
  return CODES.flatMap((name) => paper.all(house.id(name)).map(shown)).sort((a, b) =>
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
