import Database from "better-sqlite3";
import { migrate, migrateFirstSchema, SCHEMA_VERSION } from "./migrations.ts";

// Databases of the first releases had 27 migrations (migrations/first-schema/). Their data are copied into an empty database
// of today's first migration.

/** Tables that have another name today, by today's name. */
const FORMER_TABLES: Readonly<Record<string, string>> = {
  appState: "boxNote",
  loginAttempt: "guess",
  idempotencyRecord: "keptAnswer",
  auditEntry: "audit",
  deletedArticle: "articleGone",
  inventoryTransition: "inventoryMove",
  deletedInventoryItem: "inventoryItemGone",
};

/** Columns that do not have today's name in the former table, as SQL on its row `o`. */
const FORMER_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  articleTransfer: {
    state:
      "CASE WHEN o.deleted = 1 THEN 'deleted' WHEN o.isConfirmed = 1 THEN 'confirmed' WHEN o.isRejected = 1 THEN 'rejected' ELSE 'open' END",
  },
  disposalProposal: {
    state:
      "CASE WHEN o.isDisposal = 1 THEN 'approved' WHEN o.decidedDT IS NOT NULL THEN 'rejected' ELSE 'waiting' END",
    // The former column had no foreign key: the item may be gone.
    inventoryItemId: "(SELECT i.oid FROM former.inventoryItem i WHERE i.oid = o.inventoryItemId)",
  },
};

interface SchemaObject {
  readonly name: string;
  readonly sql: string;
}

/**
 * Copies all data of a database of the first schema into `target`, an empty database, which gets today's first migration.
 * `former`: path of a private copy, which is brought to the last version of its schema. Throws when a row does not satisfy
 * today's constraints; nothing of `target` counts then.
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
      if (broken !== undefined) throw new Error(`a reference is broken: ${JSON.stringify(broken)}`);
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

/** Today's tables, without those that SQLite keeps itself and the search index, which is built anew. */
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

/** The stored columns: none that is generated. */
function columnsOf(db: Database.Database, table: string): string[] {
  return db
    .prepare<[string], string>("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0")
    .pluck()
    .all(table);
}

/** No identifier is given twice, also not one of a row that was deleted. */
function copySequences(db: Database.Database): void {
  db.exec("DELETE FROM main.sqlite_sequence");
  const add = db.prepare(
    "INSERT INTO main.sqlite_sequence (name, seq) SELECT ?, seq FROM former.sqlite_sequence WHERE name = ?",
  );
  for (const table of tables(db)) add.run(table, FORMER_TABLES[table] ?? table);
}
