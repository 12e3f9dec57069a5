import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { StartupError } from "../../platform/startup-error.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");

/**
 * Added to the number of a migration file: the version of the schema (SQLite's `user_version`). The versions of the first
 * schema, 1 to 27, lie below it.
 */
const FIRST_VERSION = 100;

/** The version of `0001-schema.sql`, into which the data of the first schema are copied. */
export const SCHEMA_VERSION = FIRST_VERSION + 1;

interface Migration {
  readonly version: number;
  readonly sql: string;
}

let migrations: readonly Migration[] | null = null;

/** The frozen steps of the schema in order: `migrations/NNNN-name.sql`, numbered from 1 without a gap. Read once. */
function readMigrations(): readonly Migration[] {
  migrations ??= readSteps(FOLDER).map(({ number, sql }) => ({ version: FIRST_VERSION + number, sql }));
  return migrations;
}

function readSteps(folder: string): { number: number; sql: string }[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  return names.map((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`${folder}/${name}: the number ${index + 1} is missing`);
    return { number: index + 1, sql: readFileSync(join(folder, name), "utf8") };
  });
}

/** Throws StartupError when the database is from a newer program; it is not touched then. */
export function assertNotNewer(db: Database, file: string): void {
  const version = versionOf(db);
  if (version <= newestVersion()) return;
  throw new StartupError(`${file}: ${unsupportedVersion(version)}; start the newer program`, "newer");
}

/** The message about data of a newer version than this program supports. */
export function unsupportedVersion(version: number): string {
  return `the data are of version ${version}, this program supports versions up to ${newestVersion()}`;
}

/** Throws StartupError when the schema is older than this program's, for which there is not enough disk space. */
export function assertNotOlder(db: Database, file: string): void {
  if (isCurrentSchema(db)) return;
  throw new StartupError(`${file}: not enough disk space to convert the data; free some space`, "full");
}

/**
 * Brings the database to version `upTo` (default: the newest), each step in one transaction. Throws StartupError when it is
 * from a newer program, Error when it has the first schema: convert.ts makes another database of it.
 */
export function migrate(db: Database, file: string, upTo = Number.POSITIVE_INFINITY): void {
  assertNotNewer(db, file);
  if (hasFirstSchema(db)) throw new Error(`${file}: the first schema is converted, not migrated`);
  const version = versionOf(db);
  for (const step of readMigrations()) if (step.version > version && step.version <= upTo) apply(db, step);
}

/** True when the database has the schema of the first releases, of any version. */
export function hasFirstSchema(db: Database): boolean {
  const version = versionOf(db);
  return version > 0 && version <= FIRST_VERSION;
}

/** Brings a database of the first schema, or an empty one, to version `upTo` of that (default: its last). */
export function migrateFirstSchema(db: Database, upTo = Number.POSITIVE_INFINITY): void {
  const version = versionOf(db);
  for (const { number, sql } of readSteps(join(FOLDER, "first-schema")))
    if (number > version && number <= upTo) apply(db, { version: number, sql });
}

function apply(db: Database, { version, sql }: Migration): void {
  db.transaction(() => {
    db.exec(sql);
    db.pragma(`user_version = ${version}`);
  }).immediate();
}

/** True when the database has this program's own schema. */
export function isCurrentSchema(db: Database): boolean {
  return versionOf(db) === newestVersion();
}

/** The version of this program's schema. */
export function newestVersion(): number {
  return FIRST_VERSION + readMigrations().length;
}

function versionOf(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}
