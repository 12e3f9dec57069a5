import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { StartupError } from "../../platform/startup-error.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");

interface Migration {
  readonly version: number;
  readonly sql: string;
}

let migrations: readonly Migration[] | null = null;

/** The frozen steps of the schema, in order: `migrations/NNNN-name.sql`, numbered from 1 without a gap. Read once. */
export function readMigrations(): readonly Migration[] {
  migrations ??= readFolder();
  return migrations;
}

function readFolder(): Migration[] {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  return names.map((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`migrations/${name}: the number ${index + 1} is missing`);
    return { version: index + 1, sql: readFileSync(join(FOLDER, name), "utf8") };
  });
}

/** Throws StartRefused when the database is from a newer program; it is not touched then. */
export function assertNotNewer(db: Database, file: string): void {
  const newest = readMigrations().length;
  const version = versionOf(db);
  if (version <= newest) return;
  throw new StartupError(
    `${file}: the data is of version ${version}, this program knows versions up to ${newest}; start the newer program`,
    "newer",
  );
}

/** Throws StartRefused when there are steps to take, for which there is no room. */
export function assertNotOlder(db: Database, file: string): void {
  if (versionOf(db) === readMigrations().length) return;
  throw new StartupError(`${file}: there is no room to bring the data to this program's version`, "full");
}

/** Brings the database to version `upTo` (default: the newest), each step in one transaction. */
export function migrate(db: Database, file: string, upTo = Number.POSITIVE_INFINITY): void {
  assertNotNewer(db, file);
  for (const step of readMigrations().slice(versionOf(db))) {
    if (step.version > upTo) return;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${step.version}`);
    }).immediate();
  }
}

/** True when the database is of this program's own schema. */
export function isCurrentSchema(db: Database): boolean {
  return versionOf(db) === readMigrations().length;
}

function versionOf(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}
