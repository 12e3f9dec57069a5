import { describe, expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { createOperation, send } from "./count-requests.ts";
import { putIntoState, STATES } from "./inventory-setup.ts";

// Inventory 9 of the demo is blind and in progress; its items are 401 to 450.

const server = sharedServer();

const READS = [
  ["its items", "/api/inventories/9/items"],
  ["what changed of them", "/api/inventories/9/items?since="],
  ["the items at their location", "/api/inventories/9/items/findByLocation?locationId=12"],
  ["an item", "/api/inventories/items/401"],
  ["its detail with items", "/api/inventories/9?includeItems=true"],
] as const;
/** Whether a JSON text has the key: the quantity of an article's stock is another endpoint's. */
const shows = (text: string) => text.includes('"quantity":');

describe.each(READS)("%s", (_, path) => {
  test("does not show the expected quantity to role User, and shows it to Manager and Admin", async () => {
    for (const [name, isShown] of [
      ["user", false],
      ["manager", true],
      ["both", true],
      ["admin", true],
    ] as const) {
      const response = await (await server.as(name)).get(path);
      expect(response.status).toBe(200);
      expect(response.text).toContain('"inventoryQuantity"');
      expect(shows(response.text), name).toBe(isShown);
    }
  });

  test("has another ETag for User than for Manager, and no 304 for the other's", async () => {
    const { user, manager } = server;
    const theirs = (await manager.get(path)).headers.get("etag") ?? "";
    expect((await user.get(path)).headers.get("etag")).not.toBe(theirs);
    expect((await user.get(path, { "If-None-Match": theirs })).status).toBe(200);
    expect((await manager.get(path, { "If-None-Match": theirs })).status).toBe(304);
  });
});

test("an item has the unit of its article, also for role User", async () => {
  const { articleId } = (await server.manager.get("/api/inventories/items/401")).body;
  await server.manager.put(`/api/articles/${articleId}/full`, { unit: "kg" });
  for (const api of [server.user, server.manager])
    expect((await api.get("/api/inventories/items/401")).body.unit).toBe("kg");
  expect((await server.user.get("/api/inventories/items/402")).body.unit).toBe(null);
});

test("the response to a count hides the expected quantity too, also as a replay, and errors do not reveal it", async () => {
  const { user } = server;
  const key = { "Idempotency-Key": "blind" };
  const update = (body: object, headers = {}) => user.put("/api/inventories/items/update", body, headers);
  const counted = await update({ oid: 402, inventoryQuantity: 3 }, key);
  const stale = { "If-Match": '"zzz-0-0"' };
  const sent = createOperation({ itemId: 402, quantity: 3 });
  const elsewhere = createOperation({ code: "A000402", quantity: 3, locationId: 30 });
  const responses = [
    [counted, 200],
    [await send(user, 9, [sent, elsewhere, createOperation({ itemId: 402, quantity: -1 })]), 200],
    [await send(user, 9, [sent, elsewhere]), 200],
    [await user.get("/api/inventories/9/progress?details=true"), 200],
    [await update({ oid: 402, inventoryQuantity: 3 }, key), 200],
    [await user.post("/api/inventories/9/items", { articleId: 1, inventoryQuantity: 3 }), 201],
    [await user.post("/api/inventories/9/items", { articleId: 402, inventoryQuantity: 3 }), 409],
    [await update({ oid: 402, inventoryQuantity: -3 }), 400],
    [await update({ oid: 402, inventoryLocationId: 41 }), 400],
    [await update({ oid: 402, inventoryQuantity: 3 }, stale), 412],
    [await user.get("/api/inventories/9/progress"), 200],
    [await user.put("/api/inventories/9/postpone"), 200],
    [await user.put("/api/inventories/9/start"), 200],
  ] as const;
  for (const [response, status] of responses) {
    expect(response.status).toBe(status);
    expect(shows(response.text)).toBe(false);
  }
  const { manager } = server;
  const theirs = await manager.put("/api/inventories/items/update", { oid: 402, inventoryQuantity: 3 });
  expect(shows(theirs.text)).toBe(true);
});

test("the quantity is absent, not null, and all else equals the Manager's view", async () => {
  const theirs = server.manager;
  const own = server.user;
  const { body } = await theirs.get("/api/inventories/items/403");
  const hidden = [
    "quantity",
    "movedQuantity",
    "movedBeforeCount",
    "takenFrom",
    "explanation",
    "method",
    "result",
  ];
  const { quantity } = body;
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !hidden.includes(name)));
  expect(quantity).toBeGreaterThan(0);
  expect((await own.get("/api/inventories/items/403")).body).toEqual(rest);
});

test("every role sees that the count is blind, its progress and the articles' locations", async () => {
  expect((await server.user.get("/api/inventories/9")).body.isBlind).toBe(true);
  const locations = await server.user.get("/api/articles/401/locations");
  expect(locations.body[0].quantity).toBeGreaterThan(0);
});

test.each(STATES)(
  "in state %i, %s, role User sees the expected quantity only when it is Closed",
  async (state) => {
    await putIntoState(server, 9, state);
    for (const [, path] of READS) {
      expect(shows((await server.user.get(path)).text), path).toBe(state === 7);
    }
  },
);

test("a tag from before the close does not hide the quantity after it", async () => {
  await putIntoState(server, 9, 6);
  const tags = await Promise.all(
    READS.map(async ([, path]) => (await server.user.get(path)).headers.get("etag") ?? ""),
  );
  await putIntoState(server, 9, 7);
  for (const [index, [, path]] of READS.entries()) {
    const response = await server.user.get(path, { "If-None-Match": tags[index] ?? "" });
    expect(response.status, path).toBe(200);
    expect(shows(response.text), path).toBe(true);
  }
});

test("in an inventory that is not blind role User sees the expected quantity", async () => {
  const { user } = server;
  expect(shows((await user.get("/api/inventories/3/items")).text)).toBe(true);
  expect(shows((await user.put("/api/inventories/items/update", { oid: 111, isFound: true })).text)).toBe(
    true,
  );
});
