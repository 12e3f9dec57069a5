import { expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer } from "../../harness/server.ts";
import { createWarehouse, type Item } from "../../inventories/stocktake.ts";
import { openCore } from "./core-terminal.ts";

/**
 * A blind stocktake of a shelf, where pieces of ARTICLE are expected, and a rack, where a terminal without a connection scans it: the
 * terminal does not know whether this is the piece of the shelf. `change`: what the user does on the item's screen.
 */
async function countAtRack(expected: number, change: string) {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("shelf");
  await warehouse.addLocation("rack");
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
    const scan = await core.scan("ARTICLE", spot);
    const target = { ...spot, item: scan.item };
    return core.change.${change};
  })()`);
  proxy.restore();
  await terminal.call("core.sendNow()");
  await terminal.until("core.isAllSent()");
  const { body } = await server.manager.get(`/api/inventories/${inventory}/items`);
  const items: (Item & { readonly note: string | null; readonly isDisposal: boolean })[] = body;
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
