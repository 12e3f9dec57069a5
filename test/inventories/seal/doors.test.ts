import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, expect, test } from "vitest";
import { removeOrphanFiles } from "../../../src/photos/cleanup.ts";
import { markAsSample } from "../../../src/sample/records.ts";
import { adminByPassword } from "../../backup/copies.ts";
import { restore } from "../../backup/restoring.ts";
import { createFolder } from "../../harness/folder.ts";
import { sharedServer, startServer, type TestServer } from "../../harness/server.ts";
import { check } from "../../import/uploads.ts";
import { endOf, startJob } from "../../jobs/waiting.ts";
import { createJpeg, upload, uploadOfCode } from "../../photos/uploads.ts";
import { generationOf } from "../../storage/storage-setup.ts";
import { sendOne } from "../count-requests.ts";
import { createWarehouse, type Warehouse } from "../stocktake.ts";
import { fileOf, sealed } from "./closed.ts";
import { verify } from "./run-verify.ts";

// Nothing that the product offers removes a closed stocktake or its photos; an older backup lacks it.

const prepared = sharedServer();
let warehouse: Warehouse;
let id: number;
let category: number;
let photos: { readonly item: string; readonly code: string };
beforeAll(async () => {
  await prepared.admin.put("/api/company", { law: "DE", retentionYears: 10 });
  warehouse = createWarehouse(prepared);
  await warehouse.addLocation("Hall");
  category = (await prepared.admin.post("/api/articlecategories", { name: "Doors" })).body.oid;
  await warehouse.article("SAW", { Hall: 2 }, { categoryId: category });
  id = await warehouse.stocktake(["Hall"]);
  const { oid } = await warehouse.count(id, "SAW", 1);
  const item = (await upload(prepared.user, oid, await createJpeg())).body.url;
  const { operationId } = await sendOne(prepared.user, id, {
    code: "NOBODY",
    quantity: 1,
    locationId: warehouse.at("Hall"),
  });
  const code = (await uploadOfCode(prepared.user, operationId)).body.url;
  photos = { item, code };
  await warehouse.move(id, "finish", "process", "close");
  await sealed(prepared.manager, id);
  await prepared.halt();
});
const copy = () => startServer({ stopped: prepared.folder });

/** Everything that shows the stocktake. */
async function shown({ manager }: TestServer) {
  const [record, report, items] = [
    await fileOf(manager, id, "json"),
    await manager.get(`/api/inventories/${id}/report`),
    await manager.get(`/api/inventories/${id}/items`),
  ];
  const files = [await manager.get(photos.item), await manager.get(photos.code)];
  return {
    record: record.toString(),
    report: report.body,
    items: items.body.length,
    files: files.map(({ status, bytes }) => [status, bytes.length]),
  };
}

test.each(["item", "code"] as const)(
  "a photo of an %s is not deleted, and the message names the day",
  async (of) => {
    const server = await copy();
    const { body: seal } = await server.manager.get(`/api/inventories/${id}/seal`);
    const { status, body } = await server.admin.delete(photos[of]);
    expect([status, body.message]).toEqual([
      400,
      `The stocktake is closed. Its record and photos are kept until ${seal.keepUntil}.`,
    ]);
    expect((await server.manager.get(photos[of])).status).toBe(200);
  },
);

test("articles, lists and people that leave do not change it", async () => {
  const server = await copy();
  const before = await shown(server);
  const { admin } = server;
  const here = warehouse.on(server);
  const other = await admin.post("/api/articlecategories", { name: "Other" });
  const { body: users } = await admin.get("/api/users");
  const counter = users.find((one: { userName: string }) => one.userName === "user");
  for (const { status, text } of [
    await admin.put(`/api/articlecategories/${category}/merge`, { into: other.body.oid }),
    await admin.delete(`/api/articles/${here.id("SAW")}`),
    await admin.delete(`/api/locations/${here.at("Hall")}`),
    await admin.put(`/api/users/${counter.oid}`, { isActive: false }),
  ])
    expect(status, text).toBeLessThan(300);
  expect(await shown(server)).toEqual(before);
});

test("a bulk deletion of its articles, and the undo of that, do not change it", async () => {
  const server = await copy();
  const { admin } = server;
  const before = await shown(server);
  const ids = [warehouse.on(server).id("SAW")];
  const path = await startJob(admin, "/api/articles/bulk-delete", { ids });
  expect(await endOf(admin, path)).toMatchObject({ state: "done", result: { changed: 1 } });
  expect(await shown(server)).toEqual(before);
  await admin.put(`${path}/undo`);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone" });
  expect(await shown(server)).toEqual(before);
});

test("the undo of an import leaves the articles and photos of a stocktake that was closed since", async () => {
  const server = await copy();
  const { admin, manager } = server;
  const here = warehouse.on(server);
  const { body } = await check(
    admin,
    "articles",
    "Code,Name,Category,Type,Location,Quantity\nIMP,Imported,New,New,Hall,3",
  );
  const path = await startJob(admin, `/api/imports/${body.id}/apply`);
  expect(await endOf(admin, path)).toMatchObject({ state: "done" });
  const closed = await here.stocktake(["Hall"]);
  const { body: items } = await manager.get(`/api/inventories/${closed}/items`);
  const { oid, articleId } = items.find(
    ({ article }: { article: { code: string } }) => article.code === "IMP",
  );
  await server.user.put("/api/inventories/items/update", { oid, inventoryQuantity: 3 });
  const photo = (await upload(server.user, oid, await createJpeg())).body.url;
  await here.move(closed, "finish", "process", "close");
  await sealed(manager, closed);
  const record = await fileOf(manager, closed, "json");
  await admin.put(`${path}/undo`);
  const left = expect.arrayContaining([
    { table: "article", name: "IMP Imported", reason: expect.any(String) },
  ]);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { left } });
  expect((await manager.get(`/api/articles/${articleId}`)).body).toMatchObject({ code: "IMP" });
  expect((await manager.get(photo)).status).toBe(200);
  expect(await fileOf(manager, closed, "json")).toEqual(record);
});

test("the clean-up of the photo folder leaves its photos", async () => {
  const server = await copy();
  const { storage, photos: files, clock } = server.appliance.dependencies;
  const later = { now: () => clock.now() + 7 * 24 * 3_600_000 };
  const folder = join(server.folder, "photos");
  await removeOrphanFiles({ storage, files, folder, clock: later }, new AbortController().signal);
  expect((await server.manager.get(photos.item)).status).toBe(200);
});

test("a photo that was deleted before the close leaves", async () => {
  const server = await copy();
  await server.halt();
  execute(
    server,
    `INSERT INTO photo SELECT NULL, tenantId, inventoryItemId, articleId, countOperationId, userId, isAttachment, fileName, contentType,
      width, height, size, file, thumbnail, createdDT, createdBy, 1, createdDT, change FROM photo WHERE inventoryItemId IS NOT NULL;
    DELETE FROM photo WHERE deleted = 1`,
  );
});

test.each([
  "inventory",
  "inventoryItem",
  "inventoryTransition",
  "inventoryLocation",
  "inventoryName",
  "inventoryAccuracy",
  "countOperation",
])("the database removes no rows of it from %s", async (table) => {
  const server = await copy();
  await server.halt();
  expect(() => execute(server, `DELETE FROM ${table}`)).toThrow("a closed stocktake is kept");
});

/** Not of the record: the history of plans, terminals that count now, items that clients must forget, the choice of the preparation. */
const NOT_KEPT = ["countPlanRun", "countingTerminal", "deletedInventoryItem", "inventorySelection"];

test("each table with rows of a stocktake has a trigger that keeps them", async () => {
  const server = await copy();
  await server.halt();
  const tables = select(
    server,
    `SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'inventoryId' WHERE m.type = 'table' AND NOT EXISTS (
      SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = m.name AND t.sql LIKE '%BEFORE DELETE%')`,
  );
  expect(tables.toSorted()).toEqual(NOT_KEPT);
});

test.each([
  ["deletes a photo", "DELETE FROM photo WHERE inventoryItemId IS NOT NULL"],
  ["deletes a photo of a code", "DELETE FROM photo WHERE countOperationId IS NOT NULL"],
  ["marks a photo as deleted", "UPDATE photo SET deleted = 1"],
  ["detaches a photo", "UPDATE photo SET deleted = 1, inventoryItemId = NULL, countOperationId = NULL"],
  ["gives a photo another file", "UPDATE photo SET file = thumbnail"],
  ["opens it again", "UPDATE inventory SET isClosed = 0"],
])("the database refuses what %s", async (_, sql) => {
  const server = await copy();
  await server.halt();
  expect(() => execute(server, sql)).toThrow("a closed stocktake is kept");
});

test("sample data with a closed stocktake of own articles stay", async () => {
  const server = await copy();
  await server.appliance.dependencies.storage.write(1, (tx) => {
    markAsSample(tx, 1, "location", warehouse.at("Hall"));
  });
  const before = await shown(server);
  const { status, body } = await server.admin.delete("/api/sample");
  expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    409,
    expect.arrayContaining(["inventories"]),
  ]);
  expect(await shown(server)).toEqual(before);
});

test("a restored backup lacks a later record, which the archive of its year still has, and the security log names the restore", async () => {
  const server = await copy();
  const later = await warehouse.on(server).stocktake(["Hall"]);
  await warehouse.on(server).count(later, "SAW", 1);
  await warehouse.on(server).move(later, "finish", "process", "close");
  const [{ publicKey }] = await sealed(server.manager, later);
  const { body: years } = await server.manager.get("/api/seals/archive");
  const { bytes: archive } = await server.manager.get(`/api/seals/archive?year=${years[0].year}`);
  const into = join(createFolder(), "data");
  expect((await restore(prepared.folder, "--into", into)).status).toBe(0);
  const admin = await adminByPassword(await startServer({ from: into, isUnpacked: true }));
  expect((await admin.get(`/api/inventories/${id}/seal`)).status).toBe(200);
  expect((await admin.get(`/api/inventories/${later}/seal`)).status).toBe(404);
  expect((await admin.get("/api/security-events?kind=restore")).body).toHaveLength(1);
  const { status, output } = await verify(archive, "record", "--key", publicKey);
  expect(status, output).toBe(0);
  expect(output).toContain(`Sound: stocktake-${later} `);
});

/** Changes the database of a halted server. */
function execute({ folder }: TestServer, sql: string): void {
  const database = new Database(join(folder, generationOf(folder)));
  try {
    database.pragma("foreign_keys = OFF");
    database.exec(sql);
  } finally {
    database.close();
  }
}

function select({ folder }: TestServer, sql: string): string[] {
  const database = new Database(join(folder, generationOf(folder)), { readonly: true });
  try {
    return database.prepare<[], string>(sql).pluck().all();
  } finally {
    database.close();
  }
}
