import Database from "better-sqlite3";
import { StartupError } from "../../platform/startup-error.ts";
import { migrate, migrateFirstSchema, SCHEMA_VERSION } from "./migrations.ts";

// Databases of the first releases have the first schema with 27 migrations (migrations/first-schema/). The conversion copies their
// data into an empty database of the current schema's first migration.

/** Renamed tables, by their current name. */
const FORMER_TABLES: Readonly<Record<string, string>> = {
  appState: "boxNote",
  loginAttempt: "guess",
  idempotencyRecord: "keptAnswer",
  auditEntry: "audit",
  deletedArticle: "articleGone",
  inventoryTransition: "inventoryMove",
  deletedInventoryItem: "inventoryItemGone",
};

/** Columns that the former table does not have, as SQL on its row `o`. */
const FORMER_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  articleTransfer: {
    ...orNull({ fromLocationId: "location", decidedBy: "user" }),
    state:
      "CASE WHEN o.deleted = 1 THEN 'deleted' WHEN o.isConfirmed = 1 THEN 'confirmed' WHEN o.isRejected = 1 THEN 'rejected' ELSE 'open' END",
  },
  inventory: orNull({ approvedBy: "user" }),
  inventoryItem: orNull({ foundAtLocationId: "location", countedBy: "user" }),
  disposalProposal: {
    ...orNull({ decidedBy: "user", inventoryItemId: "inventoryItem" }),
    state:
      "CASE WHEN o.isDisposal = 1 THEN 'approved' WHEN o.decidedDT IS NOT NULL THEN 'rejected' ELSE 'waiting' END",
  },
};

/** References that the former table did not check, as SQL: NULL where the tenant has no such record. */
function orNull(targets: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(targets).map(([column, target]) => [
      column,
      `(SELECT t.oid FROM former.${target} t WHERE t.oid = o.${column} AND t.tenantId = o.tenantId)`,
    ]),
  );
}

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

/**
 * Copies all data of a database of the first schema into `target`, an empty database. `former`: path of a private copy, which is
 * migrated to the last version of the first schema. Throws StartupError or SqliteError when a row violates a constraint of
 * the current schema; `target` is unusable then.
 */
export function convertFirstSchema(former: string, target: Database.Database): void {
  upgrade(former);
  migrate(target, former, SCHEMA_VERSION);
  target.pragma("foreign_keys = OFF");
  target.prepare("ATTACH ? AS former").run(former);
  try {
    target.transaction(() => {
      const triggers = objects(target, "trigger");
      for (const { name } of triggers) target.exec(`DROP TRIGGER ${name}`);
      for (const table of tables(target)) copyTable(target, table);
      copySequences(target);
      target.exec("INSERT INTO articleSearch (articleSearch) VALUES ('rebuild')");
      for (const { sql } of triggers) target.exec(sql);
      const [broken] = target.pragma("foreign_key_check") as readonly object[];
      if (broken !== undefined)
        throw new StartupError(`${former}: a reference is broken (${JSON.stringify(broken)})`, "damaged");
    })();
  } finally {
    target.exec("DETACH former");
    target.pragma("foreign_keys = ON");
  }
}

function upgrade(file: string): void {
  const db = new Database(file);
  try {
    // The last steps rebuild tables that others refer to.
    db.pragma("foreign_keys = OFF");
    migrateFirstSchema(db);
  } finally {
    db.close();
  }
}

function objects(db: Database.Database, type: "table" | "trigger"): SchemaObject[] {
  return db
    .prepare<[string], SchemaObject>(
      "SELECT name, sql FROM main.sqlite_schema WHERE type = ? AND sql IS NOT NULL",
    )
    .all(type);
}

/** The current tables, without SQLite's own and the search index, which is rebuilt. */
function tables(db: Database.Database): string[] {
  return objects(db, "table")
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("sqlite_") && !name.startsWith("articleSearch"));
}

function copyTable(db: Database.Database, table: string): void {
  const former = FORMER_TABLES[table] ?? table;
  const columns = columnsOf(db, table);
  const values = columns.map((column) => FORMER_COLUMNS[table]?.[column] ?? `o.${column}`);
  db.exec(`DELETE FROM main.${table}`);
  db.exec(
    `INSERT INTO main.${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM former.${former} o`,
  );
}

/** The stored columns, without generated ones. */
function columnsOf(db: Database.Database, table: string): string[] {
  return db
    .prepare<[string], string>("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
    .pluck()
    .all(table);
}

/** Copies the AUTOINCREMENT counters, so that identifiers of deleted rows are not reused. */
function copySequences(db: Database.Database): void {
  db.exec("DELETE FROM main.sqlite_sequence");
  const add = db.prepare(
    "INSERT INTO main.sqlite_sequence (name, seq) SELECT ?, seq FROM former.sqlite_sequence WHERE name = ?",
  );
  for (const table of tables(db)) add.run(table, FORMER_TABLES[table] ?? table);
}
