import type { Database } from "better-sqlite3";
import { preparer } from "../../../storage/database/prepared.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import type { DatabaseContents } from "./report.ts";

// What a database says of itself: read through any connection, the box's own or one to a copy.

const MOST_TOLD = 100;

const newest = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select(["change", "at"]).where("id", "=", p.id),
);
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

/** The handle that the declared queries take, for a connection of our own. */
export function databaseHandle(connection: Database): Db {
  const prepare = preparer(connection);
  return { query: (text) => prepare(text) };
}

/** The version of the schema (user_version). */
export function schemaVersion(connection: Database): number {
  return Number(connection.pragma("user_version", { simple: true }));
}

/** What SQLite finds wrong with the pages, the indexes and the references; empty: nothing. */
export function findDatabaseErrors(connection: Database): string[] {
  const told = connection.pragma(`integrity_check(${MOST_TOLD})`) as readonly { integrity_check: string }[];
  const faults = told.map((row) => row.integrity_check).filter((sentence) => sentence !== "ok");
  if (faults.length > 0) return faults;
  const references = connection.pragma("foreign_key_check") as readonly { table: string; parent: string }[];
  return references
    .slice(0, MOST_TOLD)
    .map(({ table, parent }) => `a record of "${table}" refers to a missing one of "${parent}"`);
}

/** What the database holds. Throws SqliteError where it is too damaged to tell. */
export function readContents(db: Db): DatabaseContents {
  const last = newest.first(db, { id: 1 });
  if (last === null) throw new Error("the change counter is missing");
  return {
    tenants: tenants.all(db, {}).map(({ name }) => name),
    articles: articles.first(db, { deleted: 0 })?.count ?? 0,
    users: users.first(db, {})?.count ?? 0,
    inventories: inventories.first(db, {})?.count ?? 0,
    photos: photos.first(db, { deleted: 0 })?.count ?? 0,
    at: last.at,
    change: last.change,
  };
}
