import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate, repeatEach } from "../../../src/storage/database/migrations.ts";

// Addenda of a server of before: each stays, and is a confirmed signature where its file says so.

const MIGRATIONS = join(import.meta.dirname, "../../../migrations");
/** The version before a confirmed signature could follow another one. */
const BEFORE = 137;

const own = { person: { userId: 2 }, addedBy: { id: 2 } };
const other = { person: { userId: 3 }, addedBy: { id: 2 } };
const without = { person: { userId: null }, addedBy: { id: 2 } };
const FILES: readonly [file: object, person: number | null, isConfirmed: 0 | 1][] = [
  [own, 0, 1],
  [other, 1, 0],
  [without, 2, 0],
  [{ ...other, confirmed: null }, 3, 0],
  [{ ...other, confirmed: "pin" }, 4, 1],
  [{ ...own, confirmed: "login" }, 5, 1],
  [{ person: null, addedBy: { id: 2 }, confirmed: null }, null, 0],
  [{ person: null, addedBy: { id: 2 } }, null, 0],
];

/** A database of before with these addenda to one stocktake; the last addendum of another one was removed. */
function createBefore(): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.pragma("foreign_keys = OFF");
  for (const name of globSync("*.sql", { cwd: MIGRATIONS })
    .sort()
    .slice(0, BEFORE - 115))
    db.exec(repeatEach(readFileSync(join(MIGRATIONS, name), "utf8")));
  db.pragma(`user_version = ${BEFORE}`);
  const insert = db.prepare(
    "INSERT INTO inventoryAddendum (tenantId, inventoryId, number, person, content, sha256, signature, publicKey) VALUES (1, 7, ?, ?, ?, ?, 's', 'k')",
  );
  for (const [index, [file, person]] of FILES.entries())
    insert.run(index + 1, person, JSON.stringify(file), `hash ${index + 1}`);
  db.exec("UPDATE sqlite_sequence SET seq = 40 WHERE name = 'inventoryAddendum'");
  return db;
}

const COLUMNS = "oid, tenantId, inventoryId, number, person, content, sha256, signature, publicKey";
const rowsOf = (db: Database.Database, columns: string) =>
  db.prepare(`SELECT ${columns} FROM inventoryAddendum ORDER BY oid`).raw().all();

test("an upgrade leaves each addendum as it was", () => {
  const db = createBefore();
  const before = rowsOf(db, COLUMNS);
  expect(before).toHaveLength(FILES.length);
  migrate(db, "of the test");
  expect(rowsOf(db, COLUMNS)).toEqual(before);
});

test("an upgrade finds which signatures were confirmed", () => {
  const db = createBefore();
  migrate(db, "of the test");
  expect(rowsOf(db, "number, isConfirmed")).toEqual(
    FILES.map(([, , isConfirmed], index) => [index + 1, isConfirmed]),
  );
});

test("an upgrade uses no number of a removed addendum again", () => {
  const db = createBefore();
  migrate(db, "of the test");
  const sequence = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'inventoryAddendum'").pluck();
  expect(sequence.all()).toEqual([40]);
});
