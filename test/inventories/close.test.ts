import { beforeEach, describe, expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { aWarehouse, type Warehouse } from "./stocktake.ts";

// Closing as a whole: once, or not at all; what it leaves behind. What it makes of each item: close-rules.test.ts.

let server: TestServer;
let house: Warehouse;
beforeEach(async () => {
  server = await startServer();
  house = await aWarehouse(server);
  for (const name of ["A", "B", "D"]) await house.place(name);
});

const put = (path: string, headers = {}) => house.manager.put(path, undefined, headers);

test("closing without a required approval is 400, with it 200", async () => {
  await house.article("T1", { A: 3 });
  const id = await house.stocktake(["A"], { mustBeApproved: true });
  await house.count(id, "T1", 1);
  await house.move(id, "finish", "process");
  const refused = await put(`/api/inventories/${id}/close`);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("approved");
  expect(await house.stock("T1")).toEqual({ A: 3 });
  await house.move(id, "approve", "approve");
  expect((await house.item(id, "T1")).isApproved).toBe(true);
  expect((await house.move(id, "close")).body).toMatchObject({ isClosed: true, isApproved: true });
  expect(await house.stock("T1")).toEqual({ A: 1 });
});

test("approvals end when the inventory is reopened, and when an item's is withdrawn", async () => {
  await house.article("T1", { A: 3 });
  await house.article("T2", { A: 3 });
  const id = await house.stocktake(["A"], { mustBeApproved: true });
  await house.move(id, "finish", "process", "approve", "reopen");
  expect((await house.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
  expect((await house.item(id, "T1")).isApproved).toBe(false);
  await house.move(id, "finish", "process", "approve");
  const { oid } = await house.item(id, "T1");
  const back = await house.manager.put(`/api/inventories/items/${oid}/approve`, { isApproved: false });
  expect(back.body.isApproved).toBe(false);
  expect((await house.item(id, "T2")).isApproved).toBe(true);
  expect((await put(`/api/inventories/${id}/close`)).status).toBe(400);
  expect((await put(`/api/inventories/items/${oid}/approve`)).body.isApproved).toBe(true);
  expect((await put(`/api/inventories/${id}/close`)).status).toBe(400);
  await house.move(id, "approve", "close");
});

test("of two Managers who close at once one closes, the other gets the error that it is closed; it is applied once", async () => {
  await house.article("T1", { A: 3, D: 4 });
  await house.article("T2", { D: 9 });
  const id = await house.stocktake(["A"]);
  await house.count(id, "T1", { inventoryQuantity: 3, inventoryLocationId: house.at("D") });
  const found = { articleId: house.id("T2"), inventoryQuantity: 2, inventoryLocationId: house.at("A") };
  await house.user.post(`/api/inventories/${id}/items`, found);
  await house.move(id, "finish", "process");
  const answers = await Promise.all([1, 2, 3].map(() => put(`/api/inventories/${id}/close`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.message).toContain('"Closed"');
  expect(await house.stock("T1")).toEqual({ D: 7 });
  expect(await house.stock("T2")).toEqual({ A: 2, D: 7 });
});

test("the second stocktake expects the result of the first one", async () => {
  await house.article("T1", { A: 3 });
  await house.article("T2", { A: 1 });
  await house.article("T3", { A: 5 });
  const first = await house.stocktake(["A", "B"]);
  await house.count(first, "T1", { inventoryQuantity: 2, inventoryLocationId: house.at("B") });
  await house.count(first, "T2", 0);
  await house.move(first, "finish", "process", "close");
  const second = await house.stocktake(["A", "B"]);
  const { body: items } = await house.manager.get(`/api/inventories/${second}/items`);
  const expected = items.map(
    ({
      article,
      locationId,
      quantity,
    }: {
      article: { code: string };
      locationId: number;
      quantity: number;
    }) => [article.code, locationId, quantity],
  );
  expect(expected.sort()).toEqual([
    ["T1", house.at("B"), 2],
    ["T3", house.at("A"), 5],
  ]);
});

test("the stock that a close moves marks the items of other open stocktakes, and not its own", async () => {
  await house.article("T1", { A: 3 });
  await house.article("T2", { A: 3 });
  const [other, own] = [await house.stocktake(["A"]), await house.stocktake(["A"])];
  await house.count(own, "T1", 1);
  await house.count(own, "T2", 3);
  await house.move(own, "finish", "process", "close");
  expect(await house.item(other, "T1")).toMatchObject({ movedQuantity: -2, movedDT: expect.any(String) });
  expect(await house.item(other, "T2")).toMatchObject({ movedQuantity: 0, movedDT: null });
  expect(await house.item(own, "T1")).toMatchObject({ movedQuantity: 0, movedDT: null });
});

describe("an item proposed for disposal", () => {
  const proposalsOf = async (code: string) =>
    (await house.manager.get(`/api/articledisposals?articleId=${house.id(code)}`)).body;

  test("makes one pending request, in the name of the user who counted it", async () => {
    await house.article("T1", { A: 1, B: 2 });
    const id = await house.stocktake(["A", "B"]);
    const how = { isDisposal: true, disposalMethodId: 1, disposalReasonId: 2, note: "rusty" };
    await house.count(id, "T1", { inventoryQuantity: 1, ...how }, "A");
    await house.count(id, "T1", { inventoryQuantity: 2, isDisposal: true }, "B");
    await house.move(id, "finish", "process");
    expect(await proposalsOf("T1")).toEqual([]);
    await house.move(id, "close");
    const { oid } = await house.item(id, "T1", "A");
    expect(await proposalsOf("T1")).toMatchObject([
      {
        state: "waiting",
        inventoryItemId: oid,
        disposalMethod: { oid: 1 },
        disposalReason: { oid: 2 },
        note: "rusty",
        user: { id: 3 },
      },
    ]);
    expect(await house.stock("T1")).toEqual({ A: 1, B: 2 });
  });

  test("makes none where one is pending already, or the article is disposed of or deleted meanwhile", async () => {
    for (const code of ["WAITS", "DONE", "GONE"]) await house.article(code, { A: 1 });
    const id = await house.stocktake(["A"]);
    for (const code of ["WAITS", "DONE", "GONE"]) await house.count(id, code, { isDisposal: true });
    const asked = { articleId: house.id("WAITS") };
    expect((await house.user.post("/api/articledisposals", asked)).status).toBe(201);
    await house.manager.put(`/api/articles/${house.id("DONE")}`, { stateId: 4 });
    await house.manager.delete(`/api/articles/${house.id("GONE")}`);
    await house.move(id, "finish", "process", "close");
    expect(await proposalsOf("WAITS")).toHaveLength(1);
    expect(await proposalsOf("DONE")).toEqual([]);
    expect(await proposalsOf("GONE")).toEqual([]);
  });
});

const placesOf = statement((p: { articleId: number }) =>
  sqlite
    .selectFrom("articleLocation")
    .where("articleId", "=", p.articleId)
    .select(["locationId", "quantity"]),
);

test("an article that was deleted meanwhile stays unchanged", async () => {
  for (const code of ["T1", "T2"]) await house.article(code, { A: 3 });
  const id = await house.stocktake(["A"]);
  for (const code of ["T1", "T2"]) await house.count(id, code, 1);
  expect((await house.manager.delete(`/api/articles/${house.id("T1")}`)).status).toBe(204);
  const { db } = server.appliance.dependencies.storage;
  const before = placesOf.all(db, { articleId: house.id("T1") });
  await house.move(id, "finish", "process", "close");
  expect(placesOf.all(db, { articleId: house.id("T1") })).toEqual(before);
  expect(await house.stock("T2")).toEqual({ A: 1 });
});

test("an article's history names the inventory that changed its stock, and who closed it", async () => {
  await house.article("T1", { A: 3 });
  const id = await house.stocktake(["A"]);
  await house.count(id, "T1", 1);
  await house.move(id, "finish", "process", "close");
  const admin = await server.as("admin");
  const { body } = await admin.get(`/api/audit?entity=article&entityId=${house.id("T1")}`);
  const caused = body.filter(({ cause }: { cause: string | null }) => cause === `inventory ${id}`);
  expect(caused).toMatchObject([{ user: { id: 2 }, action: "update" }]);
});
