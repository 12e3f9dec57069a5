import { beforeAll, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { countsOf, pairTerminal } from "./inventory-setup.ts";

let user: Client;
let manager: Client;
const server = sharedServer();
beforeAll(async () => {
  [user, manager] = [server.user, server.manager];
});

const count = (client: Client, oid: number, body: object, key?: string) =>
  client.put("/api/inventories/items/update", { oid, ...body }, key ? { "Idempotency-Key": key } : {});
const historyOf = async (oid: number) => (await manager.get(`/api/inventories/items/${oid}/history`)).body;
const UMA = { id: 3, fullName: "Uma Svoboda" };

test("every update is in the history, newest first, with user, device and changes", async () => {
  const { client: terminal, device } = await pairTerminal(server, "Dock terminal");
  await count(user, 111, { inventoryQuantity: 5 });
  await count(terminal, 111, { inventoryQuantity: 4, note: "one broken" });
  await count(manager, 111, { note: null, isDisposal: true });
  await count(user, 111, { inventoryQuantity: 4 });
  const entries = await historyOf(111);
  expect(entries).toEqual([
    { at: expect.any(String), user: UMA, device: null, before: {}, after: {} },
    {
      at: expect.any(String),
      user: { id: 2, fullName: "Max Dvorak" },
      device: null,
      before: { isDisposal: false, note: "one broken" },
      after: { isDisposal: true, note: null },
    },
    {
      at: expect.any(String),
      user: UMA,
      device,
      before: { inventoryQuantity: 5, note: null },
      after: { inventoryQuantity: 4, note: "one broken" },
    },
    {
      at: expect.any(String),
      user: UMA,
      device: null,
      before: { inventoryQuantity: null, isFound: false },
      after: { inventoryQuantity: 5, isFound: true },
    },
  ]);
  const times = entries.map(({ at }: { at: string }) => at);
  expect(times.toSorted().toReversed()).toEqual(times);
});

test.each([
  ["user", 403],
  ["both", 200],
  ["manager", 200],
  ["admin", 200],
  ["admin2", 404],
  ["user2", 403],
])("the history requested by %s is %i", async (name, status) => {
  expect((await (await server.as(name)).get("/api/inventories/items/111/history")).status).toBe(status);
});

test("an uncounted item has an empty history", async () => {
  expect(await historyOf(150)).toEqual([]);
});

test("of concurrent counts by two terminals none is lost: each names the previous value", async () => {
  const { client: one } = await pairTerminal(server, "Terminal A");
  const { client: other } = await pairTerminal(server, "Terminal B");
  const quantities = Array.from({ length: 20 }, (_, i) => i + 1);
  const responses = await Promise.all(
    quantities.map((inventoryQuantity) =>
      count(inventoryQuantity % 2 ? one : other, 112, { inventoryQuantity }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual(quantities.map(() => 200));
  const entries = await historyOf(112);
  const kept = entries.map(
    (entry: { after: { inventoryQuantity: number } }) => entry.after.inventoryQuantity,
  );
  expect(kept.toSorted((a: number, b: number) => a - b)).toEqual(quantities);
  for (const [index, entry] of entries.entries()) {
    const older = entries[index + 1];
    expect(entry.before.inventoryQuantity).toBe(older?.after.inventoryQuantity ?? null);
  }
  expect((await user.get("/api/inventories/items/112")).body.inventoryQuantity).toBe(kept[0]);
});

test("twenty concurrent counts with one key count once and get the same response", async () => {
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => count(user, 113, { inventoryQuantity: 6 }, "twenty")),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(new Set(responses.map(({ headers }) => headers.get("etag"))).size).toBe(1);
  expect(countsOf(server, 113)).toBe(1);
});

test("a key returns its first response, whatever has happened since, also after a restart", async () => {
  const first = await count(user, 114, { inventoryQuantity: 6 }, "kept");
  await count(user, 114, { inventoryQuantity: 9 });
  expect((await count(user, 114, { inventoryQuantity: 6 }, "kept")).text).toBe(first.text);
  await user.put("/api/inventories/3/postpone");
  expect((await count(user, 114, { inventoryQuantity: 6 }, "kept")).text).toBe(first.text);
  await user.put("/api/inventories/3/start");
  await server.restart();
  [user, manager] = [server.user, server.manager];
  expect((await count(user, 114, { inventoryQuantity: 6 }, "kept")).text).toBe(first.text);
  expect((await user.get("/api/inventories/items/114")).body.inventoryQuantity).toBe(9);
  expect(countsOf(server, 114)).toBe(2);
});

test("a key with another body is 400, and of another user it is another key", async () => {
  await count(user, 115, { inventoryQuantity: 6 }, "shared");
  for (const body of [{ inventoryQuantity: 7 }, { inventoryQuantity: 6, note: "x" }, {}]) {
    const response = await count(user, 115, body, "shared");
    expect(response.status).toBe(400);
    expect(response.body.errors[0].path).toBe("Idempotency-Key");
  }
  expect((await count(user, 116, { inventoryQuantity: 6 }, "shared")).status).toBe(400);
  expect((await count(manager, 115, { inventoryQuantity: 7 }, "shared")).status).toBe(200);
  expect(countsOf(server, 115)).toBe(2);
});

test("a key of a refused count is free again; one of 256 characters is refused", async () => {
  expect((await count(user, 117, { inventoryQuantity: 6, inventoryLocationId: 41 }, "free")).status).toBe(
    400,
  );
  expect((await count(user, 117, { inventoryQuantity: 6 }, "free")).status).toBe(200);
  expect((await count(user, 117, { inventoryQuantity: 6 }, "k".repeat(256))).status).toBe(400);
  expect((await count(user, 117, { inventoryQuantity: 6 }, "k".repeat(255))).status).toBe(200);
  expect(countsOf(server, 117)).toBe(2);
});
