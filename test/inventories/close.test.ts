import { beforeEach, describe, expect, test } from "vitest";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { openEventStream } from "../harness/events.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// A close as a whole: it is applied once, or not at all. The result for each item: close-rules.test.ts.

let server: TestServer;
let warehouse: Warehouse;
beforeEach(async () => {
  server = await startServer();
  warehouse = createWarehouse(server);
  for (const name of ["A", "B", "D"]) await warehouse.addLocation(name);
});

const put = (path: string, headers = {}) => warehouse.manager.put(path, undefined, headers);

test("closing without a required approval is 400, with it 200", async () => {
  await warehouse.article("T1", { A: 3 });
  const id = await warehouse.stocktake(["A"], { mustBeApproved: true });
  await warehouse.count(id, "T1", 1);
  await warehouse.move(id, "finish", "process");
  const refused = await put(`/api/inventories/${id}/close`);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain("approved");
  expect(await warehouse.stock("T1")).toEqual({ A: 3 });
  await warehouse.move(id, "approve", "approve");
  expect((await warehouse.item(id, "T1")).isApproved).toBe(true);
  expect((await warehouse.move(id, "close")).body).toMatchObject({ isClosed: true, isApproved: true });
  expect(await warehouse.stock("T1")).toEqual({ A: 1 });
});

test("approvals end when the inventory is reopened, and when an item's is withdrawn", async () => {
  await warehouse.article("T1", { A: 3 });
  await warehouse.article("T2", { A: 3 });
  const id = await warehouse.stocktake(["A"], { mustBeApproved: true });
  await warehouse.move(id, "finish", "process", "approve", "reopen");
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
  expect((await warehouse.item(id, "T1")).isApproved).toBe(false);
  await warehouse.move(id, "finish", "process", "approve");
  const { oid } = await warehouse.item(id, "T1");
  const back = await warehouse.manager.put(`/api/inventories/items/${oid}/approve`, { isApproved: false });
  expect(back.body.isApproved).toBe(false);
  expect((await warehouse.item(id, "T2")).isApproved).toBe(true);
  expect((await put(`/api/inventories/${id}/close`)).status).toBe(400);
  expect((await put(`/api/inventories/items/${oid}/approve`)).body.isApproved).toBe(true);
  expect((await put(`/api/inventories/${id}/close`)).status).toBe(400);
  await warehouse.move(id, "approve", "close");
});

test("approvals end when stock that moves withdraws an approved decision", async () => {
  await warehouse.article("T1", { A: 10 });
  await warehouse.article("T2", { A: 3 });
  const id = await warehouse.stocktake(["A"], { mustBeApproved: true });
  const { oid } = await warehouse.count(id, "T1", 10);
  await warehouse.put("T1", { A: 8 });
  await warehouse.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
  await warehouse.move(id, "finish", "process", "approve");
  const etag = (await warehouse.manager.get("/api/inventories")).headers.get("etag") ?? "";
  const events = await openEventStream(`${server.url}/api/events`, await server.tokenOf("manager"));
  const waiting = (await events.next("approvals"))?.data.inventories;
  await warehouse.put("T1", { A: 7 });
  expect((await events.next("approvals"))?.data.inventories).toBe(waiting + 1);
  expect(await warehouse.item(id, "T1")).toMatchObject({ decision: null, isApproved: false });
  expect((await warehouse.item(id, "T2")).isApproved).toBe(true);
  expect((await warehouse.manager.get(`/api/inventories/${id}`)).body.isApproved).toBe(false);
  const list = await warehouse.manager.get("/api/inventories", { "If-None-Match": etag });
  expect(list.body).toContainEqual(expect.objectContaining({ oid: id, isApproved: false }));
  const withdrawn = await server.admin.get(
    `/api/audit?entity=inventory&entityId=${id}&field=itemApproval&limit=1`,
  );
  expect(withdrawn.body[0].changes).toMatchObject([{ before: { code: "T1" }, after: null }]);
  expect((await put(`/api/inventories/${id}/close`)).status).toBe(400);
  expect(await warehouse.stock("T1")).toEqual({ A: 7 });
});

/** Three concurrent closes of a stocktake that found T1 and a part of T2 elsewhere. */
async function closeAtOnce() {
  await warehouse.article("T1", { A: 3, D: 4 });
  await warehouse.article("T2", { D: 9 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, "T1", { inventoryQuantity: 3, inventoryLocationId: warehouse.at("D") });
  const found = {
    articleId: warehouse.id("T2"),
    inventoryQuantity: 2,
    inventoryLocationId: warehouse.at("A"),
  };
  await warehouse.user.post(`/api/inventories/${id}/items`, found);
  await warehouse.move(id, "finish", "process");
  return Promise.all([1, 2, 3].map(() => put(`/api/inventories/${id}/close`)));
}

test("of Managers who close at once one closes, and the others get the error that it is closed", async () => {
  const responses = await closeAtOnce();
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(responses.find(({ status }) => status === 400)?.body.message).toMatch(/closed/i);
});

test("a stocktake that Managers close at once is applied once", async () => {
  await closeAtOnce();
  expect(await warehouse.stock("T1")).toEqual({ D: 7 });
  expect(await warehouse.stock("T2")).toEqual({ A: 2, D: 7 });
});

test("the second stocktake expects the result of the first one", async () => {
  await warehouse.article("T1", { A: 3 });
  await warehouse.article("T2", { A: 1 });
  await warehouse.article("T3", { A: 5 });
  const first = await warehouse.stocktake(["A", "B"]);
  await warehouse.count(first, "T1", { inventoryQuantity: 2, inventoryLocationId: warehouse.at("B") });
  await warehouse.count(first, "T2", 0);
  await warehouse.move(first, "finish", "process", "close");
  const second = await warehouse.stocktake(["A", "B"]);
  const { body: items } = await warehouse.manager.get(`/api/inventories/${second}/items`);
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
    ["T1", warehouse.at("B"), 2],
    ["T3", warehouse.at("A"), 5],
  ]);
});

test("the stock that a close moves marks the items of other open stocktakes, and not its own", async () => {
  await warehouse.article("T1", { A: 3 });
  await warehouse.article("T2", { A: 3 });
  const [other, own] = [await warehouse.stocktake(["A"]), await warehouse.stocktake(["A"])];
  await warehouse.count(own, "T1", 1);
  await warehouse.count(own, "T2", 3);
  await warehouse.move(own, "finish", "process", "close");
  expect(await warehouse.item(other, "T1")).toMatchObject({ movedQuantity: -2, movedDT: expect.any(String) });
  expect(await warehouse.item(other, "T2")).toMatchObject({ movedQuantity: 0, movedDT: null });
  expect(await warehouse.item(own, "T1")).toMatchObject({ movedQuantity: 0, movedDT: null });
});

test.each([
  [
    "another stocktake",
    async (code: string) => {
      const other = await warehouse.stocktake(["A"]);
      await warehouse.count(other, code, 8);
      await warehouse.move(other, "finish", "process", "close");
    },
  ],
  [
    "a correction of the records",
    async (code: string) => {
      const path = `/api/articles/${warehouse.id(code)}/locations`;
      const locations = [{ locationId: warehouse.at("A"), quantity: 8 }];
      expect((await warehouse.manager.put(path, { locations, isCorrection: true })).status).toBe(200);
    },
  ],
])("a shortage that %s has taken off since the count is not taken off again", async (what, correct) => {
  const code = `SHORT ${what}`;
  await warehouse.article(code, { A: 10 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, code, 8);
  await correct(code);
  await warehouse.move(id, "finish", "process", "close");
  expect(await warehouse.stock(code)).toEqual({ A: 8 });
});

describe("an item proposed for disposal", () => {
  test("makes no request where it was unexpected and taken back", async () => {
    await warehouse.article("T1", {});
    await warehouse.article("T2", { A: 1 });
    const id = await warehouse.stocktake(["A"]);
    const found = {
      articleId: warehouse.id("T1"),
      inventoryQuantity: 1,
      inventoryLocationId: warehouse.at("A"),
    };
    expect((await warehouse.user.post(`/api/inventories/${id}/items`, found)).status).toBe(201);
    await warehouse.count(id, "T1", { isDisposal: true });
    await warehouse.count(id, "T1", { inventoryQuantity: null });
    await warehouse.move(id, "finish", "process", "close");
    expect(await proposalsOf("T1")).toEqual([]);
  });

  const proposalsOf = async (code: string) =>
    (await warehouse.manager.get(`/api/articledisposals?articleId=${warehouse.id(code)}`)).body;

  test("makes one pending request, in the name of the user who counted it", async () => {
    await warehouse.article("T1", { A: 1, B: 2 });
    const id = await warehouse.stocktake(["A", "B"]);
    const how = { isDisposal: true, disposalMethodId: 1, disposalReasonId: 2, note: "rusty" };
    await warehouse.count(id, "T1", { inventoryQuantity: 1, ...how }, "A");
    await warehouse.count(id, "T1", { inventoryQuantity: 2, isDisposal: true }, "B");
    await warehouse.move(id, "finish", "process");
    expect(await proposalsOf("T1")).toEqual([]);
    await warehouse.move(id, "close");
    const { oid } = await warehouse.item(id, "T1", "A");
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
    expect(await warehouse.stock("T1")).toEqual({ A: 1, B: 2 });
  });

  test("makes none where one is pending already, or the article is disposed of or deleted meanwhile", async () => {
    for (const code of ["WAITS", "DONE", "GONE"]) await warehouse.article(code, { A: 1 });
    const id = await warehouse.stocktake(["A"]);
    for (const code of ["WAITS", "DONE", "GONE"]) await warehouse.count(id, code, { isDisposal: true });
    const asked = { articleId: warehouse.id("WAITS") };
    expect((await warehouse.user.post("/api/articledisposals", asked)).status).toBe(201);
    await warehouse.manager.put(`/api/articles/${warehouse.id("DONE")}`, { stateId: 4 });
    await warehouse.manager.delete(`/api/articles/${warehouse.id("GONE")}`);
    await warehouse.move(id, "finish", "process", "close");
    expect(await proposalsOf("WAITS")).toHaveLength(1);
    expect(await proposalsOf("DONE")).toEqual([]);
    expect(await proposalsOf("GONE")).toEqual([]);
  });
});

const stockLocationsOf = statement((p: { articleId: number }) =>
  sqlite
    .selectFrom("articleLocation")
    .where("articleId", "=", p.articleId)
    .select(["locationId", "quantity"]),
);

test("an article that was deleted meanwhile stays unchanged", async () => {
  for (const code of ["T1", "T2"]) await warehouse.article(code, { A: 3 });
  const id = await warehouse.stocktake(["A"]);
  for (const code of ["T1", "T2"]) await warehouse.count(id, code, 1);
  expect((await warehouse.manager.delete(`/api/articles/${warehouse.id("T1")}`)).status).toBe(204);
  const { db } = server.appliance.dependencies.storage;
  const before = stockLocationsOf.all(db, { articleId: warehouse.id("T1") });
  await warehouse.move(id, "finish", "process", "close");
  expect(stockLocationsOf.all(db, { articleId: warehouse.id("T1") })).toEqual(before);
  expect(await warehouse.stock("T2")).toEqual({ A: 1 });
});

test("an article's history names the inventory that changed its stock, and who closed it", async () => {
  await warehouse.article("T1", { A: 3 });
  const id = await warehouse.stocktake(["A"]);
  await warehouse.count(id, "T1", 1);
  await warehouse.move(id, "finish", "process", "close");
  const { body } = await server.admin.get(`/api/audit?entity=article&entityId=${warehouse.id("T1")}`);
  const caused = body.filter(({ cause }: { cause: string | null }) => cause === `inventory ${id}`);
  expect(caused).toMatchObject([{ user: { id: 2 }, action: "update" }]);
});
