import { expect, test } from "vitest";
import type { InventoryItem } from "../../../src/web/api/types/endpoints.d.ts";
import { startProxy } from "../../harness/network-proxy.ts";
import { startWarehouse } from "../../inventories/stocktake.ts";
import { openCore } from "./core-terminal.ts";

/**
 * A blind stocktake of a shelf, where pieces of ARTICLE are expected, and a rack, where a terminal without a connection scans it: the
 * terminal does not know whether this is the piece of the shelf. `change`: what the user does on the item's screen; `shelved`: pieces
 * that are counted at the shelf before.
 */
async function countAtRack(expected: number, change: string, shelved = 0) {
  const { server, warehouse } = await startWarehouse(["shelf", "rack"]);
  await warehouse.article("ARTICLE", { shelf: expected });
  const inventory = await warehouse.stocktake(["shelf", "rack"], { isBlind: true });
  const proxy = await startProxy(server.url);
  const terminal = await openCore(proxy.url);
  await terminal.logIn("user");
  await terminal.load(inventory);
  proxy.cut();
  const spot = { inventoryId: inventory, placeId: warehouse.at("rack") };
  await terminal.call(`(async () => {
    const spot = ${JSON.stringify(spot)};
    const shelf = { ...spot, placeId: ${warehouse.at("shelf")} };
    const first = ${shelved} > 0 ? await core.scan("ARTICLE", shelf) : null;
    if (${shelved} > 1) await core.change.setQuantity({ ...shelf, item: first.item }, ${shelved});
    const scan = await core.scan("ARTICLE", spot);
    const target = { ...spot, item: scan.item };
    const itemHere = async () => (await core.items.itemsAt(spot.inventoryId, spot.placeId))[0];
    return core.change.${change};
  })()`);
  proxy.restore();
  await terminal.call("core.sendNow()");
  await terminal.until("core.isAllSent()");
  const { body } = await server.manager.get(`/api/inventories/${inventory}/items`);
  const items: (InventoryItem & { readonly note: string | null; readonly isDisposal: boolean })[] = body;
  const nameOf = (locationId: number | null) =>
    ["shelf", "rack"].find((name) => warehouse.at(name) === locationId) ?? null;
  return items.map(({ locationId, inventoryLocationId, inventoryQuantity, note, isDisposal }) => ({
    expectedAt: nameOf(locationId),
    foundAt: nameOf(inventoryLocationId),
    found: inventoryQuantity,
    note,
    isDisposal,
  }));
}

const NOTHING = { foundAt: null, found: null, note: null, isDisposal: false };
const SHELF = { ...NOTHING, expectedAt: "shelf" };
const RACK = { ...NOTHING, expectedAt: null, foundAt: "rack", found: 1 };

test.each([
  ["a quantity", "setQuantity(target, 3)", { found: 3 }],
  ["a corrected quantity", "correct(scan.entry.operationId, 3)", { found: 3 }],
  [
    "a quantity, also where the scan is undone,",
    "setQuantity(target, 3).then(() => core.change.undo(scan.entry.operationId))",
    { found: 3 },
  ],
  ["one more", "addOne(target)", { found: 2 }],
  ["a note", 'setNote(target, "torn")', { note: "torn" }],
  ["a disposal", "proposeDisposal(target, { methodId: 1, reasonId: 1 })", { isDisposal: true }],
])(
  "in a blind count %s belongs to the pieces that were scanned, not to those of another location",
  async (_, change, stored) => {
    expect(await countAtRack(5, change)).toEqual([SHELF, { ...RACK, ...stored }]);
  },
);

test("in a blind count the quantity of a single piece at another location is that of its item", async () => {
  expect(await countAtRack(1, "setQuantity(target, 1)")).toEqual([{ ...SHELF, foundAt: "rack", found: 1 }]);
});

const MOVED = { ...SHELF, foundAt: "rack" };
const setAgain = "itemHere().then((item) => core.change.setQuantity({ ...spot, item }, 4))";

test.each([
  [
    "its quantity there is that of its item",
    `answerQuestion(scan.entry.seq, { kind: "moved" }).then(() => ${setAgain})`,
    4,
  ],
  [
    "a corrected earlier scan corrects the moved pieces",
    'answerQuestion(scan.entry.seq, { kind: "moved" }).then(() => core.change.correct(first.entry.operationId, 4))',
    4,
  ],
])("in a blind count that was moved from its location, %s", async (_, change, found) => {
  expect(await countAtRack(5, change, 5)).toEqual([{ ...MOVED, found }]);
});

test.each([
  ["a note", 'setNote(target, "torn")', { note: "torn" }],
  ["a disposal", "proposeDisposal(target, { methodId: 1, reasonId: 1 })", { isDisposal: true }],
])(
  "in a blind count %s of a piece that is counted at its location does not move it",
  async (_, change, stored) => {
    const all = `answerQuestion(scan.entry.seq, { kind: "skip" }).then(() => core.change.${change})`;
    expect(await countAtRack(1, all, 1)).toEqual([{ ...SHELF, foundAt: "shelf", found: 1, ...stored }]);
  },
);
