import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { markAsSample } from "../../src/sample/records.ts";
import type { TestServer } from "../harness/server.ts";
import { addTo } from "../inventories/seal/addenda.ts";
import { fileOf, sealed } from "../inventories/seal/closed.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { generationOf } from "../storage/storage-setup.ts";
import { done, found, type NewServer, rowsOf, STOCKTAKE, startNewServer } from "./sample-server.ts";

// The sample's stocktake in which a company has counted its own articles: once it is closed, it is the company's record.

interface OwnRecord extends NewServer {
  readonly id: number;
  readonly photo: string;
}

/** Uses the sample's stocktake for own articles at an own location, closes it, and waits for its record, which the chair signs. */
async function closeWithOwn(): Promise<OwnRecord> {
  const started = await startNewServer();
  const { admin } = started;
  done(await admin.post("/api/sample"));
  const add = async (list: string, record: object): Promise<number> =>
    done(await admin.post(`/api/${list}`, record)).oid;
  const categoryId = await add("articlecategories", { name: "Mine" });
  const typeId = await add("articletypes", { name: "Mine" });
  const locationId = await add("locations", { name: "Sklep" });
  const article = await add("articles", { code: "L1", name: "Lampa", categoryId, typeId, stateId: 2 });
  done(await admin.put(`/api/articles/${article}/locations`, { locations: [{ locationId, quantity: 3 }] }));
  const id = await found(admin, "inventories", STOCKTAKE);
  done(await admin.put(`/api/inventories/${id}`, { locationIds: [locationId] }));
  const committee = [{ role: "chair", name: "Petr Žák" }];
  const frame = { purpose: "extraordinary", decisiveDay: null, method: "physical", committee };
  done(await admin.put(`/api/inventories/${id}/frame`, frame));
  for (const move of ["prepare", "start"]) done(await admin.put(`/api/inventories/${id}/${move}`));
  const [{ oid }] = done(await admin.get(`/api/inventories/${id}/items`));
  done(await admin.put("/api/inventories/items/update", { oid, inventoryQuantity: 2 }));
  const photo = done(await upload(admin, oid, await createJpeg())).url;
  for (const move of ["finish", "process", "approve", "close"])
    done(await admin.put(`/api/inventories/${id}/${move}`));
  await sealed(admin, id);
  done(await addTo(admin, id));
  return { ...started, id, photo };
}

/** What is left of a record. */
async function shown({ admin, id, photo }: OwnRecord) {
  const { status, bytes } = await admin.get(photo);
  return {
    files: [await fileOf(admin, id, "json"), await fileOf(admin, id, "pdf")],
    items: done(await admin.get(`/api/inventories/${id}/items`)).length,
    addenda: done(await admin.get(`/api/inventories/${id}/addenda`)),
    photo: [status, bytes.length],
    audit: done(await admin.get(`/api/audit?entity=inventory&entityId=${id}`)).length,
  };
}

test("it stays as it is when the sample data are removed", async () => {
  const record = await closeWithOwn();
  const before = await shown(record);
  expect(before).toMatchObject({ items: 1, photo: [200, expect.any(Number)] });
  done(await record.admin.delete("/api/sample"));
  expect(done(await record.admin.get("/api/sample"))).toMatchObject({ isThere: false });
  expect(await shown(record)).toEqual(before);
});

test("it is no longer counted among the sample data", async () => {
  const { admin } = await closeWithOwn();
  expect(done(await admin.get("/api/sample"))).toMatchObject({
    inventories: 0,
    onTop: { inventories: 0, counts: 0, photos: 0 },
  });
});

test("the database removes nothing of it, while the sample data are there", async () => {
  const { server } = await closeWithOwn();
  await server.halt();
  for (const table of ["inventory", "inventoryItem", "countOperation", "photo"])
    expect(() => execute(server, `DELETE FROM ${table}`), table).toThrow("a closed stocktake is kept");
  expect(() => execute(server, "DELETE FROM inventorySeal")).toThrow("a sealed record never changes");
  expect(() => execute(server, "DELETE FROM inventoryAddendum")).toThrow("an addendum never changes");
});

test("one that was closed before the update stays too", async () => {
  const record = await closeWithOwn();
  const { server, admin, id } = record;
  const [{ tenantId }] = rowsOf(server).inventory as [{ tenantId: number }];
  const before = await shown(record);
  const file = join(import.meta.dirname, "../../migrations/0037-own-record-of-sample.sql");
  const migration = readFileSync(file, "utf8");
  const update = migration.slice(migration.lastIndexOf("UPDATE inventory SET"));
  await server.appliance.dependencies.storage.write(null, (tx) => {
    markAsSample(tx, tenantId, "inventory", id);
    tx.query({ sql: update, reads: [], writes: ["inventory"] } as never, []).run();
  });
  done(await admin.delete("/api/sample"));
  expect(await shown(record)).toEqual(before);
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
