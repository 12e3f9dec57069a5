import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { createWarehouse, type Warehouse } from "./stocktake.ts";

// Who said how an item was found, and when. An auditor asks: the method decides which proof a line needs.

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
/** The entries that tell of methods of items, newest first. */
const entries = async (): Promise<readonly Entry[]> =>
  (await server.admin.get(`/api/audit?entity=inventory&entityId=${id}&field=itemMethod`)).body;
const item = (method: string) => ({
  ...{ code: `DOC-${round}`, name: `Article DOC-${round}`, locationId: warehouse.at("Accounted"), method },
});
const changesOf = async () =>
  (await entries()).map(({ user, changes }) => [
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
