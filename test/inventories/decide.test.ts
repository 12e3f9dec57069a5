import { beforeEach, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";
import { createMovedInventory, pairTerminal, putIntoState } from "./inventory-setup.ts";
import type { Warehouse } from "./stocktake.ts";

// A Manager's decisions during counting and processing. Their effect on the close: close-rules.test.ts.

let server: TestServer;
let warehouse: Warehouse;
let id: number;
beforeEach(async () => {
  server = await startServer();
  ({ warehouse, id } = await createMovedInventory(server));
});

const decide = async (code: string, decision: string) => {
  const { oid } = await warehouse.item(id, code);
  return warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision });
};
const undecided = async () => {
  const { body } = await warehouse.manager.get(`/api/inventories/${id}/items`);
  const items: { movedDT: string | null; decision: string | null; article: { code: string } }[] = body;
  return items
    .filter((item) => item.movedDT !== null && item.decision === null)
    .map(({ article }) => article.code);
};

test("stock that moves is marked with the number of pieces added or removed, at the location where it was expected", async () => {
  expect(await warehouse.item(id, "MOVED")).toMatchObject({ quantity: 9, movedQuantity: -2, decision: null });
  expect(await warehouse.item(id, "GONE")).toMatchObject({ quantity: 9, movedQuantity: -9 });
  expect(await warehouse.item(id, "STAYED")).toMatchObject({ movedQuantity: 0, movedDT: null });
  await warehouse.put("MOVED", { A: 10 });
  expect(await warehouse.item(id, "MOVED")).toMatchObject({ movedQuantity: 1 });
});

test.each(["keepCount", "keepDifference"])(
  "%s is shown on the item, and a later movement withdraws it",
  async (decision) => {
    const response = await decide("MOVED", decision);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ decision, movedQuantity: -2, quantity: 9, inventoryQuantity: 8 });
    expect(await warehouse.item(id, "MOVED")).toEqual(response.body);
    await warehouse.put("MOVED", { A: 6 });
    expect(await warehouse.item(id, "MOVED")).toMatchObject({ decision: null, movedQuantity: -3 });
  },
);

test("recount expects the present stock, removes the mark, and stays open until the next count", async () => {
  expect((await decide("MOVED", "recount")).body).toMatchObject({
    quantity: 7,
    movedQuantity: 0,
    movedDT: null,
    isToRecount: true,
    inventoryQuantity: 8,
  });
  expect((await decide("GONE", "recount")).body).toMatchObject({ quantity: 0, isToRecount: true });
  expect(await warehouse.count(id, "MOVED", 7)).toMatchObject({ isToRecount: false, inventoryQuantity: 7 });
});

test("recount is possible where no stock has moved, the other decisions are not: 400", async () => {
  for (const decision of ["keepCount", "keepDifference", "settle"]) {
    const response = await decide("STAYED", decision);
    expect(response.status, decision).toBe(400);
  }
  expect((await decide("STAYED", "recount")).body).toMatchObject({ isToRecount: true, quantity: 9 });
});

test("settle applies the later of two terminals' counts", async () => {
  const { client } = await pairTerminal(server, "Dock");
  const { oid } = await warehouse.item(id, "STAYED");
  await client.put("/api/inventories/items/update", { oid, inventoryQuantity: 5 });
  expect(await warehouse.item(id, "STAYED")).toMatchObject({
    isToRecount: true,
    inventoryQuantity: 5,
  });
  expect((await decide("STAYED", "settle")).body).toMatchObject({ isToRecount: false, inventoryQuantity: 5 });
});

test.each([
  ["keepCount", { decision: "keepCount", movedQuantity: -2 }],
  ["keepDifference", { decision: "keepDifference", movedQuantity: -2 }],
  ["recount", { decision: null, movedQuantity: 0, quantity: 7, isToRecount: true }],
])("%s for all applies to items without a decision", async (decision, shown) => {
  await decide("GONE", "keepCount");
  expect(await undecided()).toEqual(["MOVED"]);
  const response = await warehouse.manager.put(`/api/inventories/${id}/decide`, { decision });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({ oid: id, inventoryStateId: 3 });
  expect(await warehouse.item(id, "MOVED")).toMatchObject(shown);
  expect(await warehouse.item(id, "GONE")).toMatchObject({ decision: "keepCount" });
  expect(await warehouse.item(id, "STAYED")).toMatchObject({ decision: null, isToRecount: false });
  expect(await undecided()).toEqual([]);
});

test("settle for all applies every later count", async () => {
  for (const code of ["MOVED", "STAYED"]) await decide(code, "recount");
  await warehouse.manager.put(`/api/inventories/${id}/decide`, { decision: "settle" });
  for (const code of ["MOVED", "STAYED"])
    expect(await warehouse.item(id, code)).toMatchObject({ isToRecount: false });
});

test("a decision for all is for as many items as the user has seen, else 409 and nothing is decided", async () => {
  const decideAll = (expectedCount: number) =>
    warehouse.manager.put(`/api/inventories/${id}/decide?expectedCount=${expectedCount}`, {
      decision: "keepCount",
    });
  const before = await undecided();
  for (const other of [before.length - 1, before.length + 1])
    expect((await decideAll(other)).status).toBe(409);
  expect(await undecided()).toEqual(before);
  expect((await decideAll(before.length)).status).toBe(200);
  expect(await undecided()).toEqual([]);
});

test("a decision withdraws the approval of the item and of the inventory", async () => {
  await warehouse.move(id, "finish", "process", "approve");
  expect((await decide("MOVED", "keepCount")).body).toMatchObject({
    isApproved: false,
    decision: "keepCount",
  });
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
  expect((await warehouse.item(id, "STAYED")).isApproved).toBe(true);
});

test("a decision before the count and after the end is 400", async () => {
  for (const state of [1, 2, 7, 8] as const) {
    await putIntoState(server, id, state);
    for (const decision of ["recount", "keepCount"])
      expect((await decide("MOVED", decision)).status).toBe(400);
    expect(
      (await warehouse.manager.put(`/api/inventories/${id}/decide`, { decision: "recount" })).status,
    ).toBe(400);
  }
});

test.each([{}, { decision: "both" }, { decision: null }])(
  "%j is 400 at the property decision",
  async (body) => {
    const { oid } = await warehouse.item(id, "MOVED");
    for (const path of [`/api/inventories/items/${oid}/decide`, `/api/inventories/${id}/decide`]) {
      const response = await warehouse.manager.put(path, body);
      expect(response.status).toBe(400);
      expect(response.body.errors).toMatchObject([{ path: "decision" }]);
    }
  },
);
