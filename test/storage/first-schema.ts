import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { migrate, migrateFirstSchema, SCHEMA_VERSION } from "../../src/storage/database/migrations.ts";
import { STATE_FILE } from "../../src/storage/files/file-names.ts";
import { createGeneration, listGenerations } from "../../src/storage/generations/generations.ts";

/** Today's names of tables that the first schema named otherwise. */
const TODAYS_TABLES: Readonly<Record<string, string>> = {
  boxNote: "appState",
  guess: "loginAttempt",
  keptAnswer: "idempotencyRecord",
  audit: "auditEntry",
  articleGone: "deletedArticle",
  inventoryMove: "inventoryTransition",
  inventoryItemGone: "deletedInventoryItem",
};

const TODAYS_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  articleTransfer: {
    isConfirmed: "t.state = 'confirmed'",
    isRejected: "t.state = 'rejected'",
    deleted: "t.state = 'deleted'",
  },
  disposalProposal: { isDisposal: "t.state = 'approved'" },
  deviceToken: { lastUsedDT: "(SELECT u.lastUsedDT FROM today.deviceUse u WHERE u.deviceTokenId = t.oid)" },
};

/** The version of the first schema in the first release. */
export const FIRST_RELEASE = 13;

/**
 * Changes the folder of a stopped server to that of a release with the first schema at this version (default: its last): the data
 * that this version knew.
 */
export function toFirstSchema(folder: string, version?: number): void {
  toFormerSchema(folder, (db) => migrateFirstSchema(db, version));
}

/** Changes the folder of a stopped server to that of a release before there were jobs: without `0002-jobs.sql`. */
export function toSchemaWithoutJobs(folder: string): void {
  toFormerSchema(folder, (db) => migrate(db, folder, SCHEMA_VERSION));
}

function toFormerSchema(folder: string, create: (db: Database.Database) => void): void {
  const [name = ""] = listGenerations(folder).slice(-1);
  const today = join(folder, "new-today.db");
  const db = new Database(join(folder, name));
  db.prepare("VACUUM INTO ?").run(today);
  db.close();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(folder, name + suffix), { force: true });
  rmSync(join(folder, STATE_FILE));
  createGeneration(folder, name, (former) => {
    create(former);
    fill(former, today);
  });
  rmSync(today);
}

/** An empty folder with a database of this version of the first schema, which `insert` has filled. */
export function createFormerDatabase(
  folder: string,
  version: number,
  insert = (_: Database.Database) => {},
): void {
  createGeneration(folder, "tally-20260501T080000000Z.db", (db) => {
    migrateFirstSchema(db, version);
    insert(db);
  });
}

function fill(former: Database.Database, today: string): void {
  former.pragma("foreign_keys = OFF");
  former.prepare("ATTACH ? AS today").run(today);
  const triggers = former
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'",
    )
    .all();
  for (const { name } of triggers) former.exec(`DROP TRIGGER ${name}`);
  const tables = former
    .prepare<[], string>(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'articleSearch%'`,
    )
    .pluck()
    .all();
  former.exec("DELETE FROM main.sqlite_sequence");
  for (const table of tables) copy(former, table);
  former.exec("INSERT INTO articleSearch (articleSearch) VALUES ('rebuild')");
  for (const { sql } of triggers) former.exec(sql);
  former.exec("DETACH today");
}

function copy(former: Database.Database, table: string): void {
  const today = TODAYS_TABLES[table] ?? table;
  const columns = former
    .prepare<[string], string>("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
    .pluck()
    .all(table);
  const values = columns.map((column) => TODAYS_COLUMNS[table]?.[column] ?? `t.${column}`);
  former.exec(`DELETE FROM main.${table}`);
  former.exec(
    `INSERT INTO main.${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM today.${today} t`,
  );
  former.prepare("DELETE FROM main.sqlite_sequence WHERE name = ?").run(table);
  former
    .prepare(
      "INSERT INTO main.sqlite_sequence (name, seq) SELECT ?, seq FROM today.sqlite_sequence WHERE name = ?",
    )
    .run(table, today);
}
