import type { Database } from "better-sqlite3";
import { listHistories } from "../../../storage/data-history.ts";
import { preparer } from "../../../storage/database/connection.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import { selectFrom } from "../../../storage/database/table-statements.ts";
import type { DatabaseContents } from "./report.ts";

// Checks and summarizes a database through any connection: the server's own or one to a copy.

const MAX_ERRORS = 100;

const newest = selectFrom("changeCounter", ["id"], ["change", "at"]);
const tenants = statement(() => sqlite.selectFrom("tenant").select(["name", "createdDT"]).orderBy("oid"));
const articles = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("article")
    .where("deleted", "=", p.deleted)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
const users = statement(() =>
  sqlite.selectFrom("user").select(({ fn }) => fn.countAll<number>().as("count")),
);
const inventories = statement(() =>
  sqlite.selectFrom("inventory").select(({ fn }) => fn.countAll<number>().as("count")),
);
const photos = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("photo")
    .where("deleted", "=", p.deleted)
    .select(({ fn }) => fn.countAll<number>().as("count")),
);

/** A handle for declared queries on this connection. */
export function databaseHandle(connection: Database): Db {
  const prepare = preparer(connection);
  return { query: (text) => prepare(text) };
}

/** Reads the version of the schema (user_version). */
export function schemaVersion(connection: Database): number {
  return Number(connection.pragma("user_version", { simple: true }));
}

/** Lists the errors that SQLite finds in pages, indexes and references; empty where there is none. */
export function findDatabaseErrors(connection: Database): string[] {
  const rows = connection.pragma(`integrity_check(${MAX_ERRORS})`) as readonly { integrity_check: string }[];
  const errors = rows.map((row) => row.integrity_check).filter((sentence) => sentence !== "ok");
  if (errors.length > 0) return errors;
  const references = connection.pragma("foreign_key_check") as readonly { table: string; parent: string }[];
  return references
    .slice(0, MAX_ERRORS)
    .map(({ table, parent }) => `a record of "${table}" refers to a missing one of "${parent}"`);
}

/** When the first tenant was made (ISO 8601); null where there is none yet. */
export function installedDT(db: Db): string | null {
  return tenants.first(db, {})?.createdDT ?? null;
}

/** Reads a summary of the database. Throws SqliteError where it is too damaged. */
export function readContents(db: Db): DatabaseContents {
  const last = newest.first(db, { id: 1 });
  if (last === null) throw new Error("the change counter is missing");
  const owners = tenants.all(db, {});
  return {
    tenants: owners.map(({ name }) => name),
    installedDT: owners[0]?.createdDT ?? null,
    histories: listHistories(db),
    articles: articles.first(db, { deleted: 0 })?.count ?? 0,
    users: users.first(db, {})?.count ?? 0,
    inventories: inventories.first(db, {})?.count ?? 0,
    photos: photos.first(db, { deleted: 0 })?.count ?? 0,
    at: last.at,
    change: last.change,
  };
}
