import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { InventoryItem } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { createOperation, send } from "./count-requests.ts";
import { putIntoState } from "./inventory-setup.ts";
import { sharedWarehouse } from "./stocktake.ts";

let inventory: number;
const { server, warehouse } = sharedWarehouse();
beforeAll(async () => {
  await warehouse.addLocation("shelf");
  await warehouse.addLocation("floor");
  for (const code of ["A", "B", "C"]) await warehouse.article(code, { shelf: 2 });
});
beforeEach(async () => {
  inventory = await warehouse.stocktake(["shelf"], { locationId: warehouse.at("shelf") });
});

const since = (client: Client, cursor: string) =>
  client.get(`/api/inventories/${inventory}/items?since=${encodeURIComponent(cursor)}`);
const all = async (client: Client): Promise<InventoryItem[]> =>
  (await client.get(`/api/inventories/${inventory}/items`)).body;
const whole = async (client: Client = warehouse.user): Promise<string> => {
  const { body } = await since(client, "");
  expect(body).toEqual({ cursor: expect.any(String), isWhole: true, items: await all(client), deleted: [] });
  return body.cursor;
};

test("the first response has all items, and further ones nothing while nothing changes", async () => {
  const cursor = await whole();
  const next = await since(warehouse.user, cursor);
  expect(next.body).toEqual({ cursor, isWhole: false, items: [], deleted: [] });
  const tag = next.headers.get("etag") ?? "";
  const again = await warehouse.user.get(`/api/inventories/${inventory}/items?since=${cursor}`, {
    "If-None-Match": tag,
  });
  expect(again.status).toBe(304);
});

const CHANGES: readonly [string, () => Promise<unknown>, readonly string[]][] = [
  ["a count", () => warehouse.count(inventory, "A", 1), ["A"]],
  [
    "two counts of an outbox",
    async () => {
      const [a, b] = [await warehouse.item(inventory, "A"), await warehouse.item(inventory, "B")];
      const operations = [a, b].map(({ oid }) => createOperation({ itemId: oid, quantity: 1 }));
      return send(warehouse.user, inventory, operations);
    },
    ["A", "B"],
  ],
  ["a note", () => warehouse.count(inventory, "C", { note: "torn" }), ["C"]],
  [
    "an article's new name",
    () => warehouse.manager.put(`/api/articles/${warehouse.id("B")}`, { name: "New" }),
    ["B"],
  ],
  ["stock that has moved", () => warehouse.put("A", { shelf: 5 }), ["A"]],
  [
    "stock that has left",
    async () => {
      onTestFinished(() => warehouse.put("C", { shelf: 2 }));
      await warehouse.put("C", {});
    },
    ["C"],
  ],
  [
    "an article that nobody expected",
    async () => {
      await warehouse.article("D", {});
      return send(warehouse.user, inventory, [createOperation({ code: "D", quantity: 1 })]);
    },
    ["D"],
  ],
  [
    "a count elsewhere",
    () => warehouse.user.put("/api/inventories/items/update", { oid: 111, note: "x" }),
    [],
  ],
];
test.each(CHANGES)("after %s the response has only that change", async (_, change, codes) => {
  const cursor = await whole();
  await change();
  const { body } = await since(warehouse.user, cursor);
  expect(body).toMatchObject({ isWhole: false, deleted: [] });
  expect(body.items.map(({ article }: InventoryItem) => article.code).toSorted()).toEqual(codes);
  const now = await all(warehouse.user);
  for (const item of body.items) expect(now).toContainEqual(item);
  expect((await since(warehouse.user, body.cursor)).body.items).toEqual([]);
});

test("removed items are named, and new ones included", async () => {
  const { body } = await warehouse.manager.post("/api/inventories", {
    name: "Again",
    locationIds: [warehouse.at("shelf")],
  });
  inventory = body.oid;
  await warehouse.move(inventory, "prepare");
  const before = await all(warehouse.user);
  const cursor = await whole();
  await warehouse.article("E", { shelf: 1 });
  await warehouse.move(inventory, "prepare");
  const { body: changes } = await since(warehouse.user, cursor);
  expect(changes.isWhole).toBe(false);
  expect(changes.deleted).toEqual(before.map(({ oid }) => oid));
  expect(changes.items).toEqual(await all(warehouse.user));
  expect(changes.items).toHaveLength(before.length + 1);
});

test.each(["x", "1", "1-2", "1-2-é", " "])("%j is not a cursor: 400", async (cursor) => {
  const response = await since(warehouse.user, cursor);
  expect(response.status).toBe(400);
  expect(response.body.errors[0].path).toBe("since");
});

test("a cursor of another timeline, or of the future, starts again", async () => {
  const cursor = await whole();
  // A timeline's name may contain, and end with, a hyphen.
  for (const foreign of [`${cursor}x`, `zzzzzz${cursor}`]) {
    expect((await since(warehouse.user, foreign)).body.isWhole).toBe(true);
  }
});

test("a caller who may see more now gets all items again: role User of a blind count after its close, a Manager with a User's cursor", async () => {
  const blind = await warehouse.manager.post("/api/inventories", {
    name: "Blind",
    locationIds: [warehouse.at("shelf")],
    isBlind: true,
  });
  inventory = blind.body.oid;
  await warehouse.move(inventory, "prepare", "start");
  const cursor = await whole();
  expect((await since(warehouse.user, cursor)).text).not.toContain('"quantity"');
  expect((await since(warehouse.manager, cursor)).body.isWhole).toBe(true);
  await putIntoState(server, inventory, 7);
  const { body } = await since(warehouse.user, cursor);
  expect(body.isWhole).toBe(true);
  expect(body.items).toEqual(await all(warehouse.user));
  expect(body.items[0].quantity).toBeGreaterThan(0);
});

test("results come with the processing: all items are sent again then", async () => {
  const cursor = await whole(warehouse.manager);
  await warehouse.move(inventory, "finish", "process");
  const { body } = await since(warehouse.manager, cursor);
  expect(body.isWhole).toBe(true);
  expect(body.items[0].result).toBe("notCounted");
});

test("a client that follows during counts ends with the same state as others, and misses no change", async () => {
  const items = await all(warehouse.user);
  const known = new Map<number, InventoryItem>();
  let cursor = "";
  const follow = async () => {
    const { body } = await since(warehouse.user, cursor);
    if (body.isWhole) known.clear();
    for (const item of body.items) known.set(item.oid, item);
    for (const oid of body.deleted) known.delete(oid);
    cursor = body.cursor;
  };
  let isOver = false;
  const counting = Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      warehouse.manager.put("/api/inventories/items/update", {
        oid: items[n % items.length]?.oid,
        inventoryQuantity: n,
      }),
    ),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) await follow();
  await counting;
  await follow();
  expect([...known.values()].toSorted((a, b) => a.oid - b.oid)).toEqual(await all(warehouse.user));
});

test.each(["all items", "the changed items"])(
  "the cursor names what %s include, also a count that came while they were read",
  async (which) => {
    const before = which === "all items" ? "" : await whole();
    await warehouse.count(inventory, "B", 1);
    const { oid } = await warehouse.item(inventory, "A");
    const { reader } = server.appliance.dependencies.storage;
    const { rows } = reader;
    onTestFinished(() => {
      reader.rows = rows;
    });
    reader.rows = async (query) => {
      reader.rows = rows;
      await warehouse.user.put("/api/inventories/items/update", { oid, inventoryQuantity: 1 });
      return rows(query);
    };
    const { body } = await since(warehouse.user, before);
    expect(body.items).toContainEqual(expect.objectContaining({ oid, inventoryQuantity: 1 }));
    expect((await since(warehouse.user, body.cursor)).body).toMatchObject({ items: [], isWhole: false });
  },
);

// This is the last test, because the server's port changes.
test("a cursor stays valid over a restart of the server", async () => {
  const cursor = await whole();
  await warehouse.count(inventory, "A", 1);
  await server.restart();
  const { body } = await since(server.user, cursor);
  expect(body.isWhole).toBe(false);
  expect(body.items.map(({ article }: InventoryItem) => article.code)).toContain("A");
});
