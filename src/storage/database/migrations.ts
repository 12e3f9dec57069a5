import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { StartupError } from "../../platform/startup-error.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");

/** The version of the schema (SQLite's `user_version`) that `0001-schema.sql` makes. Older ones are not read. */
const OLDEST_VERSION = 116;

/** Added to the number of a later file: its version. */
const BASE_VERSION = 100;

interface Migration {
  readonly version: number;
  readonly sql: string;
}

let migrations: readonly Migration[] | null = null;

/** The frozen steps of the schema in order: `0001-schema.sql`, then `NNNN-name.sql` from 0017 without a gap. Read once. */
function readMigrations(): readonly Migration[] {
  migrations ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name, index) => {
      const version = OLDEST_VERSION + index;
      if (index > 0 && Number(name.slice(0, 4)) !== version - BASE_VERSION)
        throw new Error(`${FOLDER}/${name}: the number ${version - BASE_VERSION} is missing`);
      return { version, sql: repeatEach(readFileSync(join(FOLDER, name), "utf8")) };
    });
  return migrations;
}

/** Throws StartupError when this program can't read the database; it is not touched then. */
export function assertReadable(db: Database, file: string): void {
  const refusal = refusalOf(versionOf(db));
  if (refusal !== null) throw new StartupError(`${file}: ${refusal.text}`, refusal.kind);
}

/** Why this program can't read data of this version of the schema, and what to do; null: it can. */
export function refusalOf(version: number): { kind: "foreign" | "newer"; text: string } | null {
  const text = (advice: string) =>
    `the data are of version ${version}, this program reads versions ${OLDEST_VERSION} to ${newestVersion()}; ${advice}`;
  if (version < OLDEST_VERSION) return { kind: "foreign", text: text("start them once with tallybox 0.1.0") };
  return version > newestVersion() ? { kind: "newer", text: text("start the newer program") } : null;
}

/** Throws StartupError when the schema is older than this program's, for which there is not enough disk space. */
export function assertNotOlder(db: Database, file: string): void {
  if (isCurrentSchema(db)) return;
  throw new StartupError(`${file}: not enough disk space to convert the data; free some space`, "full");
}

/** Brings an empty or a readable database to the newest version, each step in one transaction. Throws StartupError. */
export function migrate(db: Database, file: string): void {
  const version = versionOf(db);
  if (version > 0) assertReadable(db, file);
  for (const step of readMigrations()) if (step.version > version) apply(db, step);
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
  return OLDEST_VERSION + readMigrations().length - 1;
}

function versionOf(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}

const BEGIN = "-- Each {list}: ";
const END = "-- End\n";

/** Repeats the lines of a migration between `-- Each {list}: a, b` and `-- End` once for each name, in place of `{list}`. */
export function repeatEach(sql: string): string {
  const [before = "", ...parts] = sql.split(BEGIN);
  return before + parts.map(repeat).join("");
}

function repeat(part: string): string {
  const [start, end] = [part.indexOf("\n") + 1, part.indexOf(END)];
  if (end < 0) throw new Error(`a migration lacks "${END.trim()}" after "${BEGIN}"`);
  const names = part.slice(0, start).trim().split(", ");
  const lines = part.slice(start, end);
  return names.map((name) => lines.replaceAll("{list}", name)).join("") + part.slice(end + END.length);
}
