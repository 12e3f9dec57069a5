import type { Database } from "better-sqlite3";
import { installedDT, listHistories } from "../../../storage/data-history.ts";
import { lastChange } from "../../../storage/database/change-counter.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import type { DatabaseContents } from "./report.ts";

// Checks and summarizes a database through any connection: the server's own or one to a copy.

const MAX_ERRORS = 100;

const tenants = statement(() => sqlite.selectFrom("tenant").select("name").orderBy("oid"));
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

/** Reads a summary of the database. Throws SqliteError where it is too damaged. */
export function readContents(db: Db): DatabaseContents {
  return {
    tenants: tenants.all(db, {}).map(({ name }) => name),
    installedDT: installedDT(db),
    histories: listHistories(db),
    articles: articles.first(db, { deleted: 0 })?.count ?? 0,
    users: users.first(db, {})?.count ?? 0,
    inventories: inventories.first(db, {})?.count ?? 0,
    photos: photos.first(db, { deleted: 0 })?.count ?? 0,
    ...lastChange(db),
  };
}
