import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { createOperation, send, sendOne } from "./count-requests.ts";
import { sharedWarehouse } from "./stocktake.ts";

// The user who counted an item last, and the time: a terminal shows both when it scans the item again.

const UMA = { id: 3, fullName: "Uma Svoboda" };
const MAX = { id: 2, fullName: "Max Dvorak" };

let inventory: number;
let item: number;
const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  await warehouse.article("A", { shelf: 2 });
});
beforeEach(async () => {
  inventory = await warehouse.stocktake(["shelf"]);
  item = (await warehouse.item(inventory, "A")).oid;
});

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const counts = (client: Client, quantity: number | null, at: string) =>
  sendOne(client, inventory, { itemId: item, quantity, at });

/** The property in each response, as role User gets it. */
async function counted(): Promise<unknown[]> {
  const inside = `/api/inventories/${inventory}`;
  const [one, list, location, detail, changes] = await Promise.all(
    [
      `/api/inventories/items/${item}`,
      `${inside}/items`,
      `${inside}/items/findByLocation?locationId=${warehouse.at("shelf")}`,
      `${inside}?includeItems=true`,
      `${inside}/items?since=`,
    ].map(async (path) => (await warehouse.user.get(path)).body),
  );
  return [one, list[0], location[0], detail.items[0], changes.items[0]].map((shown) => shown.counted);
}
const all = (one: unknown) => Array(5).fill(one);

test("an item names no user, then the one who counted it last by the time of the count, then none when the count is taken back", async () => {
  expect(await counted()).toEqual(all(null));
  const [early, middle, late] = [ago(30), ago(20), ago(10)];
  await counts(warehouse.user, 2, middle);
  expect(await counted()).toEqual(all({ at: middle, user: UMA }));
  await counts(warehouse.manager, 2, early);
  expect(await counted()).toEqual(all({ at: middle, user: UMA }));
  await counts(warehouse.manager, 2, late);
  expect(await counted()).toEqual(all({ at: late, user: MAX }));
  await counts(warehouse.user, null, ago(5));
  expect(await counted()).toEqual(all(null));
});

test("a note alone is not a count, and keeps the user who counted", async () => {
  const at = ago(10);
  await counts(warehouse.user, 2, at);
  await send(warehouse.manager, inventory, [createOperation({ itemId: item, note: "torn" })]);
  expect(await counted()).toEqual(all({ at, user: UMA }));
});

test("a receipt names the user as of the operation's arrival, also as a duplicate", async () => {
  const [first, second] = [createOperation({ itemId: item, quantity: 1, at: ago(9) }), ago(8)];
  const receiptOf = async () => (await send(warehouse.user, inventory, [first])).body.receipts[0];
  const expected = { at: first["at"], user: UMA };
  expect((await receiptOf()).item.counted).toEqual(expected);
  expect((await counts(warehouse.manager, 1, second)).item.counted).toEqual({ at: second, user: MAX });
  expect(await receiptOf()).toMatchObject({ result: "duplicate", item: { counted: expected } });
  expect((await counts(warehouse.user, null, ago(7))).item.counted).toBeNull();
});

test("role User sees the user in a blind count too", async () => {
  inventory = await warehouse.stocktake(["shelf"], { isBlind: true });
  item = (await warehouse.item(inventory, "A")).oid;
  const at = ago(10);
  await counts(warehouse.manager, 2, at);
  expect(await counted()).toEqual(all({ at, user: MAX }));
});

test("a user's new name is sent to followers, with all items that the user counted and no others", async () => {
  const at = ago(10);
  await counts(warehouse.user, 2, at);
  const paths = [
    `/api/inventories/items/${item}`,
    `/api/inventories/${inventory}/items`,
    `/api/inventories/${inventory}?includeItems=true`,
  ];
  const tags = async () =>
    Promise.all(paths.map(async (path) => (await warehouse.user.get(path)).headers.get("etag")));
  const since = async (cursor: string) =>
    (await warehouse.user.get(`/api/inventories/${inventory}/items?since=${cursor}`)).body;
  const [before, { cursor }] = [await tags(), await since("")];

  await server.admin.put("/api/users/2", { lastName: "Nobody's counter" });
  expect(await since(cursor)).toMatchObject({ isWhole: false, items: [] });
  await server.admin.put("/api/users/3", { lastName: "Married" });
  const changes = await since(cursor);
  expect(changes.isWhole).toBe(false);
  expect(changes.items).toMatchObject([
    { oid: item, counted: { at, user: { id: 3, fullName: "Uma Married" } } },
  ]);
  for (const [index, tag] of (await tags()).entries()) expect(tag).not.toBe(before[index]);
  await server.admin.put("/api/users/3", { lastName: "Svoboda" });
  await server.admin.put("/api/users/2", { lastName: "Dvorak" });
});
