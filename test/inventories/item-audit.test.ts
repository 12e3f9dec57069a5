import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// Who said how an item was found or its difference was settled, who approved it, and when.

const server = sharedServer();
let warehouse: Warehouse;
let id: number;
let oid: number;
let round = 0;

beforeAll(async () => {
  warehouse = createWarehouse(server);
  await warehouse.addLocation("Accounted");
});

beforeEach(async () => {
  round++;
  await warehouse.article(`DOC-${round}`, { Accounted: 3 });
  id = await warehouse.stocktake(["Accounted"]);
  oid = (await warehouse.count(id, `DOC-${round}`, 3)).oid;
  await warehouse.move(id, "finish");
});

interface Entry {
  readonly at: string;
  readonly user: { readonly id: number };
  readonly changes: readonly { readonly before: unknown; readonly after: unknown }[];
}

const set = (method: string | null, by: Client = server.manager) =>
  by.put(`/api/inventories/${id}/method`, { itemIds: [oid], method });
/** The entries that tell of a field of items, newest first. */
const entries = async (field = "itemMethod"): Promise<readonly Entry[]> =>
  (await server.admin.get(`/api/audit?entity=inventory&entityId=${id}&field=${field}`)).body;
const itemWith = (values: object) => ({
  ...{ code: `DOC-${round}`, name: `Article DOC-${round}`, locationId: warehouse.at("Accounted"), ...values },
});
const item = (method: string) => itemWith({ method });
const changesOf = async (field?: string) =>
  (await entries(field)).map(({ user, changes }) => [
    user.id,
    ...changes.map(({ before, after }) => [before, after]),
  ]);

test("a method that is set has its item, person and time", async () => {
  await set("documents");
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    user: { id: 2 },
    action: "update",
    record: { name: "Ours" },
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    changes: [{ field: "itemMethod", before: null, after: item("documents") }],
  });
});

test("a change and its withdrawal by another person are entries of their own", async () => {
  await set("documents");
  await set("rfid", server.admin);
  await set(null, server.admin);
  expect(await changesOf()).toEqual([
    [1, [item("rfid"), null]],
    [1, [item("documents"), item("rfid")]],
    [2, [null, item("documents")]],
  ]);
});

test("the same method again changes nothing", async () => {
  await set("documents");
  await set("documents", server.admin);
  expect(await changesOf()).toHaveLength(1);
});

test("another count of the item takes it back in the name of its counter", async () => {
  await set("documents");
  await warehouse.move(id, "process", "reopen");
  const { body: me } = await warehouse.user.get("/api/me");
  await warehouse.user.put("/api/inventories/items/update", { oid, inventoryQuantity: 2 });
  expect((await changesOf())[0]).toEqual([me.id, [item("documents"), null]]);
});

test("counts, decisions and the close have no such entry", async () => {
  await warehouse.move(id, "process", "close");
  expect(await entries()).toEqual([]);
});

describe("a settlement", () => {
  const settle = (settlement: string | null, cause: string | null = null, by: Client = server.manager) =>
    by.put(`/api/inventories/${id}/explain`, { itemIds: [oid], settlement, cause });
  const settled = (settlement: string, cause: string | null = null) => itemWith({ settlement, cause });
  beforeEach(async () => {
    await warehouse.move(id, "process", "reopen");
    await warehouse.count(id, `DOC-${round}`, 2);
    await warehouse.move(id, "finish");
  });

  test("has its item and person, as have another cause and its withdrawal", async () => {
    await settle("damage");
    await settle("damage", "Fell down", server.admin);
    await settle("damage", "Fell down");
    await settle(null);
    expect(await changesOf("itemSettlement")).toEqual([
      [2, [settled("damage", "Fell down"), null]],
      [1, [settled("damage"), settled("damage", "Fell down")]],
      [2, [null, settled("damage")]],
    ]);
  });

  test("that another count takes back is taken back in the name of the counter", async () => {
    await settle("shortage", "Lost");
    await warehouse.move(id, "process", "reopen");
    const { body: me } = await warehouse.user.get("/api/me");
    await warehouse.user.put("/api/inventories/items/update", { oid, inventoryQuantity: 1 });
    expect((await changesOf("itemSettlement"))[0]).toEqual([me.id, [settled("shortage", "Lost"), null]]);
  });
});

describe("an approval", () => {
  const approve = (isApproved: boolean, by: Client = server.manager) =>
    by.put(`/api/inventories/items/${oid}/approve`, { isApproved });
  const by = (approvedBy: number) => itemWith({ approvedBy, approvedDT: expect.any(String) });
  beforeEach(() => warehouse.move(id, "process"));

  test("and its withdrawal have item and person", async () => {
    await approve(true);
    await approve(true, server.admin);
    await approve(false, server.admin);
    expect(await changesOf("itemApproval")).toEqual([
      [1, [by(2), null]],
      [2, [null, by(2)]],
    ]);
  });

  test("that another method withdraws is withdrawn by who sets it", async () => {
    await approve(true);
    await set("documents", server.admin);
    expect((await changesOf("itemApproval"))[0]).toEqual([1, [by(2), null]]);
  });

  test.each(["correction", "change"])("is withdrawn by who moves stock with a reason: %s", async (kind) => {
    const add = (quantity: number, why = {}) =>
      server.admin.put(`/api/articles/${warehouse.id(`DOC-${round}`)}/locations`, {
        locations: [{ locationId: warehouse.at("Accounted"), quantity }],
        ...why,
      });
    await add(5);
    await server.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
    const shortage = { itemIds: [oid], settlement: "shortage", cause: null };
    expect((await server.manager.put(`/api/inventories/${id}/explain`, shortage)).status).toBe(204);
    await approve(true);
    await add(9, { reason: "Found", isCorrection: kind === "correction" });
    expect((await changesOf("itemApproval"))[0]).toEqual([1, [by(2), null]]);
  });

  test("is withdrawn by who closes another stocktake that moves the stock", async () => {
    const code = `DOC-${round}`;
    const other = await warehouse.stocktake(["Accounted"]);
    await server.manager.put(`/api/articles/${warehouse.id(code)}/locations`, {
      locations: [{ locationId: warehouse.at("Accounted"), quantity: 5 }],
    });
    await server.manager.put(`/api/inventories/items/${oid}/decide`, { decision: "keepCount" });
    const settled = { itemIds: [oid], settlement: "shortage", cause: null };
    await server.manager.put(`/api/inventories/${id}/explain`, settled);
    await approve(true);
    await warehouse.count(other, code, 9);
    await warehouse.move(other, "finish", "process");
    expect((await server.admin.put(`/api/inventories/${other}/close`)).status).toBe(200);
    expect((await changesOf("itemApproval"))[0]).toEqual([1, [by(2), null]]);
  });

  test("of all items that match a filter has one entry with their number", async () => {
    const response = await server.manager.put(`/api/inventories/${id}/items/approve?view=foundAsExpected`);
    expect(response.status).toBeLessThan(300);
    const { body } = await server.manager.get(`/api/inventories/items/${oid}`);
    expect(body.isApproved).toBe(true);
    const all = { items: 1, approvedBy: 2, approvedDT: expect.any(String) };
    expect(await changesOf("itemApproval")).toEqual([[2, [null, all]]]);
  });

  test("of the whole stocktake, and a reopening, have one of the stocktake alone", async () => {
    await warehouse.move(id, "approve", "reopen");
    expect(await entries("itemApproval")).toEqual([]);
    const changes = (await entries("isApproved")).flatMap((entry) => entry.changes);
    expect(changes.slice(0, 2).map(({ before, after }) => [before, after])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
