import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { accuracyOf } from "../../src/inventories/accuracy.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { type Sent, sendOne } from "../inventories/count-requests.ts";
import { createWarehouse, type Warehouse } from "../inventories/stocktake.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";

// A large difference is counted again by another person before the close.

let server: TestServer;
let warehouse: Warehouse;
beforeEach(async () => {
  server = await startServer();
  warehouse = createWarehouse(server);
  await warehouse.addLocation("A");
});

const needs = async (id: number, code: string) =>
  (await warehouse.manager.get(`/api/inventories/items/${(await warehouse.item(id, code)).oid}`)).body
    .needsSecondCount;
const countAs = async (userName: string, id: number, code: string, inventoryQuantity: number) => {
  const { oid } = await warehouse.item(id, code);
  const client = await server.as(userName);
  return client.put("/api/inventories/items/update", { oid, inventoryQuantity });
};
const pieces = (limit: number) => ({ secondCount: { pieces: limit } });
/** Starts a stocktake of ten pieces of an article, of which two may differ. */
const begin = async () => {
  await warehouse.article("T1", { A: 10 });
  return warehouse.stocktake(["A"], pieces(2));
};

test.each([
  [{ pieces: 2 }, 8, false],
  [{ pieces: 2 }, 7, true],
  [{ pieces: 2 }, 13, true],
  [{ pieces: 0 }, 10, false],
  [{ percent: 10 }, 9, false],
  [{ percent: 10 }, 8, true],
  [{ value: 25.5 }, 5, false],
  [{ value: 25.4999 }, 5, true],
  [{ value: 1000, pieces: 3 }, 0, true],
])(
  "with limits %j a count of %d of 10 pieces at 5.10 needs a second one: %s",
  async (secondCount, counted, isNeeded) => {
    await warehouse.article("T1", { A: 10 }, { price: 5.1 });
    const id = await warehouse.stocktake(["A"], { secondCount });
    expect(await needs(id, "T1")).toBe(false);
    await warehouse.count(id, "T1", counted);
    expect(await needs(id, "T1")).toBe(isNeeded);
  },
);

test("the same person's repetition is none, another person's quantity is one, whatever it is", async () => {
  const id = await begin();
  await countAs("user", id, "T1", 3);
  await countAs("user", id, "T1", 3);
  expect(await needs(id, "T1")).toBe(true);
  await countAs("manager", id, "T1", 4);
  expect(await needs(id, "T1")).toBe(false);
  const list = await warehouse.manager.get(`/api/inventories/${id}/items/page?view=secondCount`);
  expect(list.body.items).toEqual([]);
});

/** Sends what a person's terminal enters, as the item's next operation. */
let sent = 0;
async function enter(userName: string, id: number, entered: Sent) {
  const { oid } = await warehouse.item(id, "T1");
  // In the past: the server takes no later time than its own.
  const at = new Date(Date.now() - 3_600_000 + ++sent * 1000).toISOString();
  const receipt = await sendOne(await server.as(userName), id, { itemId: oid, at, ...entered });
  expect(receipt.result).toBe("applied");
}
const set = (by: string, quantity: number | null): [string, Sent] => [by, { kind: "set", quantity }];
const add = (by: string, quantity: number): [string, Sent] => [by, { kind: "add", quantity }];
const found = (by: string, isFound = true): [string, Sent] => [by, { kind: "set", isFound }];
const [ANN, BOB, EVE] = ["user", "manager", "admin"] as const;

test.each([
  ["the other's whole quantity", [set(ANN, 3), set(BOB, 3)], false],
  ["the other's pieces one by one", [set(ANN, 3), add(BOB, 1)], true],
  ["a quantity after the other's pieces", [add(ANN, 1), add(ANN, 2), set(BOB, 3)], false],
  ["a quantity after the pieces of two others", [add(ANN, 2), add(EVE, 1), set(BOB, 3)], false],
  ["a quantity that the other has only added to", [set(ANN, 3), add(BOB, 1), set(ANN, 4)], true],
  ["a quantity after pieces of both", [add(ANN, 2), add(BOB, 1), set(BOB, 3)], true],
  ["a quantity after one that was taken back", [set(ANN, 3), set(ANN, null), set(BOB, 3)], true],
  [
    "two quantities after one that was taken back",
    [set(ANN, 9), set(ANN, null), set(BOB, 3), set(ANN, 3)],
    false,
  ],
  ["an own repetition of the second count", [add(ANN, 3), set(BOB, 4), set(BOB, 4)], false],
  ["a mark as found after it", [set(ANN, 3), set(BOB, 3), found(BOB)], false],
  ["a mark as found by the first person after it", [set(ANN, 3), set(BOB, 3), found(ANN)], false],
  ["a repeated scan after it", [set(ANN, 3), set(BOB, 3), add(ANN, 0)], false],
  ["a mark as not found after it", [set(ANN, 3), set(BOB, 3), found(ANN, false)], true],
])("%s: %j needs a second count: %s", async (_, entries, isNeeded) => {
  const id = await begin();
  for (const [userName, entered] of entries) await enter(userName, id, entered);
  expect(await needs(id, "T1")).toBe(isNeeded);
});

test("a quantity after one that another terminal took back without knowing it is one", async () => {
  const id = await begin();
  const { cursor } = (await (await server.as(EVE)).get(`/api/inventories/${id}/items?since=`)).body;
  await enter(ANN, id, { kind: "set", quantity: 3 });
  await enter(EVE, id, { kind: "add", quantity: 1, seen: cursor });
  await enter(EVE, id, { kind: "set", quantity: null, seen: cursor });
  expect((await warehouse.item(id, "T1")).inventoryQuantity).toBe(3);
  await enter(BOB, id, { kind: "set", quantity: 3 });
  expect(await needs(id, "T1")).toBe(false);
});

test("a second count that another terminal's undo leaves is one", async () => {
  const id = await begin();
  const { cursor } = (await (await server.as(EVE)).get(`/api/inventories/${id}/items?since=`)).body;
  await enter(ANN, id, { kind: "set", quantity: 3 });
  await enter(BOB, id, { kind: "set", quantity: 3 });
  await enter(EVE, id, { kind: "set", quantity: null, seen: cursor });
  expect((await warehouse.item(id, "T1")).inventoryQuantity).toBe(3);
  expect(await needs(id, "T1")).toBe(false);
});

test("found without a quantity is no difference, wherever stock has moved", async () => {
  const id = await begin();
  await warehouse.put("T1", { A: 4 });
  await warehouse.count(id, "T1", { isFound: true });
  expect(await needs(id, "T1")).toBe(false);
});

test("stock that moved before the count is part of the record", async () => {
  const id = await begin();
  await warehouse.put("T1", { A: 4 });
  await warehouse.count(id, "T1", 4);
  expect(await needs(id, "T1")).toBe(false);
  await warehouse.put("T1", { A: 9 });
  expect(await needs(id, "T1")).toBe(false);
});

describe("the close", () => {
  test("waits for the second counts", async () => {
    const id = await begin();
    await countAs("user", id, "T1", 3);
    await warehouse.move(id, "finish", "process");
    const refused = await warehouse.manager.put(`/api/inventories/${id}/close`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("another person");
    await warehouse.move(id, "reopen");
    await countAs("manager", id, "T1", 3);
    await warehouse.move(id, "finish", "process", "close");
    expect(await warehouse.stock("T1")).toEqual({ A: 3 });
  });

  test("looks for them in its job, a part of the items at a time, and changes nothing where one is missing", async () => {
    const inSlices = await startServer({ sliceMs: 0 });
    const large = createWarehouse(inSlices);
    await large.addLocation("A");
    await large.article("T1", { A: 10 });
    const { body } = await large.manager.post("/api/inventories", { name: "All", ...pieces(2) });
    await large.move(body.oid, "prepare", "start");
    await large.count(body.oid, "T1", 3);
    await large.move(body.oid, "finish", "process");
    const { storage } = inSlices.appliance.dependencies;
    let transactions = 0;
    storage.onCommit(() => transactions++);
    const refused = await large.manager.put(`/api/inventories/${body.oid}/close`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("another person");
    // 500 items, 200 at a time.
    expect(transactions).toBeGreaterThan(3);
    expect((await large.manager.get(`/api/inventories/${body.oid}`)).body.inventoryStateId).toBe(6);
    expect(await large.stock("T1")).toEqual({ A: 10 });
    expect((await large.manager.get("/api/inventories/accuracy")).text).not.toContain('"All"');
  });

  test("looks again before it changes stock: a decision that stock withdraws meanwhile makes one necessary", async () => {
    server = await startServer({ sliceMs: 0 });
    warehouse = createWarehouse(server);
    await warehouse.addLocation("A");
    const id = await begin();
    await countAs("user", id, "T1", 5);
    await warehouse.put("T1", { A: 5 });
    await warehouse.move(id, "finish", "process");
    const { oid } = await warehouse.item(id, "T1");
    const decision = { decision: "keepCount" };
    expect((await server.manager.put(`/api/inventories/items/${oid}/decide`, decision)).status).toBe(200);
    expect(await needs(id, "T1")).toBe(false);
    const slices = holdSlices(server);
    const job = await startJob(server.manager, `/api/inventories/${id}/close`);
    const { db } = server.appliance.dependencies.storage;
    while (accuracyOf.first(db, { tenantId: 1, inventoryId: id }) === null) await slices.run(1);
    await warehouse.put("T1", { A: 4 });
    expect(await needs(id, "T1")).toBe(true);
    slices.release();
    const { state, error } = await endOf(server.manager, job);
    expect([state, error?.message]).toEqual(["failed", expect.stringContaining("another person")]);
    expect(await warehouse.stock("T1")).toEqual({ A: 4 });
  });

  const waive = (id: number, reason: string) =>
    warehouse.manager.put(`/api/inventories/${id}/waive-second-counts`, { reason });
  /** A stocktake in progress with a large difference that one person has counted. */
  const countedOnce = async () => {
    const id = await begin();
    await countAs("user", id, "T1", 3);
    return id;
  };

  test("goes on without them where a Manager says why", async () => {
    const id = await countedOnce();
    await warehouse.move(id, "finish", "process");
    const { body } = await waive(id, "Only one person is here");
    expect(body.secondCountsWaived).toMatchObject({ reason: "Only one person is here" });
    await warehouse.move(id, "close");
  });

  test("goes on without them for a reason that is not empty, and given once, in Processing", async () => {
    const id = await countedOnce();
    expect((await waive(id, "early")).status).toBe(400);
    await warehouse.move(id, "finish", "process");
    expect((await waive(id, "")).status).toBe(400);
    expect((await waive(id, "Only one person is here")).status).toBe(200);
    expect((await waive(id, "again")).status).toBe(400);
  });

  test("without them has its reason in the history", async () => {
    const id = await countedOnce();
    await warehouse.move(id, "finish", "process");
    await waive(id, "Only one person is here");
    const { text } = await server.admin.get(`/api/audit?entity=inventory&entityId=${id}`);
    expect(text).toContain("Only one person is here");
  });

  test("needs a new reason after a reopening", async () => {
    for (const code of ["T1", "T2"]) await warehouse.article(code, { A: 10 });
    const id = await warehouse.stocktake(["A"], pieces(2));
    await countAs("user", id, "T1", 3);
    await warehouse.move(id, "finish", "process");
    await waive(id, "Only one person is here");
    await warehouse.move(id, "reopen");
    expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.secondCountsWaived).toBeNull();
    await countAs("user", id, "T2", 3);
    await warehouse.move(id, "finish", "process");
    expect((await warehouse.manager.put(`/api/inventories/${id}/close`)).status).toBe(400);
    expect((await waive(id, "Still alone")).status).toBe(200);
    await warehouse.move(id, "close");
  });

  test("needs a new reason after a late count", async () => {
    for (const code of ["T1", "T2"]) await warehouse.article(code, { A: 10 });
    const id = await warehouse.stocktake(["A"], pieces(2));
    await countAs("user", id, "T1", 3);
    await warehouse.move(id, "finish", "process");
    const late = { code: "T2", locationId: warehouse.at("A"), kind: "set", quantity: 60 };
    const operationId = randomUUID();
    await server.user.post(`/api/inventories/${id}/counts`, {
      operations: [{ ...late, operationId, at: new Date().toISOString() }],
    });
    await waive(id, "Only one person is here");
    const read = () => warehouse.manager.get(`/api/inventories/${id}`);
    const etag = (await read()).headers.get("etag") ?? "";
    const applied = await warehouse.manager.put(`/api/inventories/operations/${operationId}/apply`);
    expect(applied.status).toBe(200);
    const again = await warehouse.manager.get(`/api/inventories/${id}`, { "If-None-Match": etag });
    expect(again.body.secondCountsWaived).toBeNull();
    expect((await warehouse.manager.put(`/api/inventories/${id}/close`)).status).toBe(400);
    expect((await waive(id, "Still alone")).status).toBe(200);
    await warehouse.move(id, "close");
  });

  test("needs none without limits", async () => {
    await warehouse.article("T1", { A: 10 });
    const id = await warehouse.stocktake(["A"]);
    await countAs("user", id, "T1", 3);
    await warehouse.move(id, "finish", "process", "close");
  });
});
