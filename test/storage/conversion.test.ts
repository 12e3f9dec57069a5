import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { verifyCopy } from "../../src/ops/backup/check/verify-copy.ts";
import { createFormerDatabase } from "./first-schema.ts";
import {
  closeTestStorage,
  createFolder,
  generationOf,
  generationsOf,
  openTestStorage,
} from "./storage-setup.ts";

// The conversion of a database of the first schema at a start: repairs, refusals, and remaining files.

/** Two tenants, each with a user, a location and a transfer of an article. `change` is SQL that runs without foreign keys. */
function createFormerFolder(change = ""): string {
  const folder = createFolder();
  createFormerDatabase(folder, 27, (db) => {
    db.pragma("foreign_keys = OFF");
    for (const n of [1, 2])
      db.exec(`
        INSERT INTO tenant VALUES (${n}, 'Tenant ${n}', '');
        INSERT INTO user (oid, tenantId, userName, userNameKey, firstName, lastName, fullNameFolded, isActive, roles, secretsChangedDT, createdDT, change)
          VALUES (${n}, ${n}, 'u${n}', 'u${n}', '', '', '', 1, '[]', '', '', 0);
        INSERT INTO articleCategory (oid, name, nameKey, nameFolded, change) VALUES (${n}, 'C${n}', 'c${n}', 'c${n}', 0);
        INSERT INTO articleType (oid, name, nameKey, nameFolded, change) VALUES (${n}, 'T${n}', 't${n}', 't${n}', 0);
        INSERT INTO location (oid, tenantId, name, nameFolded, change) VALUES (${n}, ${n}, 'L${n}', 'l${n}', 0);
        INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, createdDT, modifiedDT, createdBy, modifiedBy, change)
          VALUES (${n}, ${n}, 'A', 'a', ${n}, ${n}, 1, '', '', '', '', 0);
        INSERT INTO articleTransfer (oid, tenantId, articleId, userId, targetLocationId, fromLocationId, isConfirmed, decidedBy, createdDT, change)
          VALUES (${n}, ${n}, ${n}, ${n}, ${n}, ${n}, 1, ${n}, '', 0);
      `);
    db.exec(change);
  });
  return folder;
}

const transfersOf = (folder: string) => {
  const db = new Database(join(folder, generationOf(folder)), { readonly: true });
  const rows = db
    .prepare("SELECT fromLocationId, decidedBy, state FROM articleTransfer ORDER BY oid")
    .raw()
    .all();
  db.close();
  return rows;
};

test("a start converts once, into one generation, and keeps the former one", async () => {
  const folder = createFormerFolder();
  const former = generationOf(folder);
  await closeTestStorage(await openTestStorage(folder));
  expect(generationsOf(folder)).toEqual([former, generationOf(folder)]);
  expect(transfersOf(folder)).toEqual([
    [1, 1, "confirmed"],
    [2, 2, "confirmed"],
  ]);
  await closeTestStorage(await openTestStorage(folder));
  expect(generationsOf(folder)).toHaveLength(2);
});

test("an unchecked reference is removed where its record is missing or another tenant's", async () => {
  const folder = createFormerFolder(
    "UPDATE articleTransfer SET fromLocationId = 99, decidedBy = 2 WHERE oid = 1",
  );
  await closeTestStorage(await openTestStorage(folder));
  expect(transfersOf(folder)).toEqual([
    [null, null, "confirmed"],
    [2, 2, "confirmed"],
  ]);
});

test("a record without required values is refused with the status of damage, and nothing is added", async () => {
  const folder = createFormerFolder("UPDATE articleTransfer SET targetLocationId = 99 WHERE oid = 1");
  const before = generationsOf(folder);
  for (let start = 0; start < 2; start++)
    await expect(openTestStorage(folder)).rejects.toMatchObject({
      status: 12,
      message: expect.stringContaining("a reference is broken"),
    });
  expect(generationsOf(folder)).toEqual(before);
  const scratch = createFolder();
  const report = await verifyCopy(folder, scratch, () => {}, 0);
  expect(JSON.stringify(report)).toContain("a reference is broken");
});

test("a copied folder whose main file has changed is refused, and nothing is added", async () => {
  const folder = createFormerFolder();
  const before = generationsOf(folder);
  const main = join(folder, generationOf(folder));
  const bytes = readFileSync(main);
  const fd = openSync(main, "r+");
  writeSync(fd, Buffer.from([(bytes.at(-1) ?? 0) ^ 0xff]), 0, 1, bytes.length - 1);
  closeSync(fd);
  await expect(openTestStorage(folder)).rejects.toMatchObject({ status: 12 });
  expect(generationsOf(folder)).toEqual(before);
});
