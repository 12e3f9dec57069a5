import { expect, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();
const { user } = server;

const itemsOf = async (inventory: number): Promise<InventoryItem[]> =>
  (await user.get(`/api/inventories/${inventory}/items`)).body;

test("the list holds all items of the inventory and no others, each as its detail", async () => {
  const items = await itemsOf(3);
  expect(items).toHaveLength(50);
  expect(new Set(items.map(({ inventoryId }) => inventoryId))).toEqual(new Set([3]));
  for (const item of items.slice(0, 12)) {
    expect((await user.get(`/api/inventories/items/${item.oid}`)).body).toEqual(item);
  }
});

test("an item names its article and carries every column of the contract", async () => {
  const { body } = await user.get("/api/inventories/items/120");
  const { body: article } = await user.get(`/api/articles/${body.articleId}`);
  expect(body).toEqual({
    oid: 120,
    inventoryId: 3,
    articleId: article.oid,
    locationId: expect.any(Number),
    inventoryLocationId: null,
    foundAtLocationId: null,
    quantity: expect.any(Number),
    inventoryQuantity: null,
    isFound: false,
    isDisposal: false,
    isApproved: false,
    disposalMethodId: null,
    disposalReasonId: null,
    note: null,
    isUnexpected: false,
    isToRecount: false,
    needsSecondCount: false,
    counted: null,
    movedDT: null,
    movedQuantity: 0,
    movedBeforeCount: 0,
    takenFrom: null,
    decision: null,
    explanation: null,
    method: null,
    price: article.price,
    currency: null,
    result: null,
    article: { oid: article.oid, code: article.code, name: article.name },
    unit: null,
  });
});

test("findByLocation compares the expected location exactly, not those above or below it", async () => {
  const items = await itemsOf(3);
  const room = items[0]?.locationId ?? 0;
  const parent = (await user.get(`/api/locations/${room}`)).body.parentLocation.oid;
  const find = async (locationId: number | string) =>
    (await user.get(`/api/inventories/3/items/findByLocation?locationId=${locationId}`)).body;
  expect(await find(room)).toEqual(items);
  expect(await find(parent)).toEqual([]);
  expect(await find(1)).toEqual([]);
});

test("an item found elsewhere still has its expected location", async () => {
  const [item] = (await itemsOf(3)).slice(-1);
  const { oid = 0, locationId } = item ?? {};
  const moved = await user.put("/api/inventories/items/update", {
    oid,
    inventoryQuantity: 1,
    inventoryLocationId: 30,
  });
  expect(moved.status).toBe(200);
  const at = async (location: unknown) =>
    (await user.get(`/api/inventories/3/items/findByLocation?locationId=${location}`)).body.map(
      (i: InventoryItem) => i.oid,
    );
  expect(await at(locationId)).toContain(oid);
  expect(await at(30)).toEqual([]);
});

test.each([
  ["locationId=999999", []],
  ["locationId=41", []],
  ["locationId=-1", []],
  ["locationId=99999999999999999999", []],
  ["LOCATIONID=999999", []],
])("findByLocation?%s, where no article is expected, is an empty list", async (query, expected) => {
  const response = await user.get(`/api/inventories/3/items/findbylocation?${query}`);
  expect(response.status).toBe(200);
  expect(response.body).toEqual(expected);
});

test.each(["", "locationId=", "locationId=abc", "locationId=1.5", "location=6", "locationId=6&locationId=7"])(
  "findByLocation?%s is 400 at locationId",
  async (query) => {
    const response = await user.get(`/api/inventories/3/items/findByLocation?${query}`);
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("locationId");
  },
);

test("progress counts each kind of result", async () => {
  const progress = async () => (await user.get("/api/inventories/9/progress")).body;
  const start = { total: 50, counted: 0, found: 0, missing: 0, unexpected: 0 };
  expect(await progress()).toEqual(start);
  const count = (offset: number, body: object) =>
    user.put("/api/inventories/items/update", { oid: 401 + offset, ...body });
  const STEPS: readonly [() => Promise<{ status: number }>, Partial<typeof start>][] = [
    [() => count(0, { inventoryQuantity: 3 }), { counted: 1, found: 1 }],
    [() => count(1, { inventoryQuantity: 0 }), { counted: 2, missing: 1 }],
    [() => count(2, { isFound: true }), { counted: 3, found: 2 }],
    [() => count(3, { inventoryQuantity: 2, isFound: false }), { counted: 4, missing: 2 }],
    [() => count(4, { note: "only a note" }), {}],
    [() => count(0, { inventoryQuantity: null }), { counted: 3, found: 1 }],
    [() => user.post("/api/inventories/9/items", { articleId: 1, inventoryQuantity: 1 }), { unexpected: 1 }],
    [() => user.post("/api/inventories/9/items", { articleId: 2, inventoryQuantity: 0 }), { unexpected: 2 }],
  ];
  let expected = start;
  for (const [step, change] of STEPS) {
    expect((await step()).status).toBeLessThan(300);
    expected = { ...expected, ...change };
    expect(await progress()).toEqual(expected);
  }
  expect((await server.manager.get("/api/inventories/9/progress")).body).toEqual(expected);
});
