import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeClock } from "../../src/platform/clock.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { createFolder, createTestFolder, type Demo, rowsOf, startDemo } from "./running-demo.ts";

// The demo adds its articles without most indexes and triggers. A filled folder has all of them again.

const SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name";
const folder = createFolder();
let demo: Demo;

beforeAll(async () => {
  demo = await startDemo(folder.path);
});
afterAll(async () => {
  await demo.stop();
  folder.drop();
});

test("a filled database has the schema of an empty one, and its indexes are whole", async () => {
  const empty = createTestFolder();
  const storage = await openStorage({
    folder: empty,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure: () => {},
  });
  await storage.close();
  expect(rowsOf(folder.path, SCHEMA)).toEqual(rowsOf(empty, SCHEMA));
  expect(rowsOf(folder.path, "PRAGMA integrity_check")).toEqual([["ok"]]);
});

test("the search index holds the texts of all articles", () => {
  const [name = ""] = readdirSync(folder.path).filter((one) => one.endsWith(".db"));
  const db = new Database(join(folder.path, name));
  // Rank 1 compares the index with the articles; it throws where they differ.
  const check = () =>
    db.exec("INSERT INTO articleSearch (articleSearch, rank) VALUES ('integrity-check', 1)");
  try {
    expect(check).not.toThrow();
  } finally {
    db.close();
  }
});

test("changes after the fill are audited and can be found", async () => {
  expect(await demo.put("manager", "/api/articles/1", { oid: 1, name: "Žebřík zkušební" })).toBe(200);
  const audited =
    "SELECT entity, entityId, action FROM auditEntry WHERE entity = 'article' AND cause IS NULL";
  expect(rowsOf(folder.path, audited)).toEqual([["article", 1, "update"]]);
  const found = await demo.get<{ oid: number }[]>("manager", "/api/articles/findByName?name=zebrik%20zkus");
  expect(found.map(({ oid }) => oid)).toEqual([1]);
});
