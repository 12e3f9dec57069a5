import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrate } from "../../src/storage/database/migrations.ts";
import { folderOf } from "./imports.ts";
import {
  ALLOWED_READS,
  NAMED_BY_ARGUMENT,
  OWNERS,
  readTableUses,
  type TableUse,
  WRITING_TRIGGERS,
} from "./tables.ts";

// A feature writes its own tables only. The tables of others it writes through their functions, and reads by declared joins.

/** The demo's data stand for a history that no request can make: its times lie in the past. */
const DEMO = "demo";

const uses = readTableUses();
const foreign = uses.filter(({ file, table }) => table !== null && OWNERS.get(table) !== folderOf(file));

test("every table has one owner", () => {
  const db = new Database(":memory:");
  migrate(db, "memory");
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
    .pluck()
    .all();
  db.close();
  expect([...OWNERS.keys()].toSorted()).toEqual(tables.toSorted());
});

test("every write is to a table of the file's own folder", () => {
  const writes = foreign.filter(({ file, isWrite }) => isWrite && folderOf(file) !== DEMO);
  expect(writes.filter(({ file }) => !WRITING_TRIGGERS.includes(file)).map(lineOf)).toEqual([]);
});

test("every write names its table", () => {
  const files = uses.filter(({ table, isWrite }) => isWrite && table === null).map(({ file }) => file);
  expect([...new Set(files)]).toEqual(NAMED_BY_ARGUMENT);
});

test("every table of another folder that a file reads is declared", () => {
  const reads = foreign.filter(({ isWrite }) => !isWrite);
  const undeclared = reads.filter(
    ({ file, table }) => !ALLOWED_READS.get(folderOf(file))?.includes(table ?? ""),
  );
  expect(undeclared.map(lineOf)).toEqual([]);
  expect(reads.length).toBeGreaterThan(100);
});

test("every declared table is read", () => {
  const read = new Set(foreign.map(({ file, table }) => `${folderOf(file)} ${table}`));
  const declared = [...ALLOWED_READS].flatMap(([folder, tables]) =>
    tables.map((table) => `${folder} ${table}`),
  );
  expect(declared.filter((line) => !read.has(line))).toEqual([]);
});

function lineOf({ file, table }: TableUse): string {
  return `${file}: ${table}, a table of ${OWNERS.get(table ?? "")}`;
}
