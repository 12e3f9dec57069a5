import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { z } from "zod";
import { errorCode } from "../platform/error-code.ts";
import { repeatEach } from "../storage/database/migrations.ts";

const FOLDER = join(import.meta.dirname, "../../migrations/head-office");

/** A machine that ended during a migration holds the row for this time, for all but itself. The statements can be repeated. */
const HOLD_SECONDS = 60;
const POLL_MS = 500;
/** Another site creates the same: duplicate schema, table or key, serialization failure, deadlock, concurrent update. */
const RACES = new Set(["42P06", "42P07", "42710", "23505", "40001", "40P01", "XX000"]);
const TRIES = 20;

/** Another site has been updating the tables for longer than a migration takes. */
export class OtherMigration extends Error {}

/** The tables have an older version than this program, and this login may not change them. */
export class OutdatedTables extends Error {}

/** The version that `0001-schema.sql` makes of an empty database. */
const FIRST_VERSION = 7;

interface Step {
  readonly version: number;
  readonly statements: readonly string[];
}

/** The steps in order: `0001-schema.sql`, then `NNNN-name.sql` from 0008 without a gap. */
function readSteps(): readonly Step[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name, index) => ({
    version: FIRST_VERSION + index,
    statements: statementsOf(readFileSync(join(FOLDER, name), "utf8")),
  }));
}

function statementsOf(sql: string): string[] {
  const code = repeatEach(sql).replaceAll(/^--.*$/gm, "");
  return code
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/**
 * Creates the schema `tallybox`, or brings it to this program's version. Logins that begin at once take turns: one holds the row of
 * `schema_version`, the others wait. A newer version is left as it is. Rejects with OutdatedTables where the login does not own the
 * tables, and with the error of the database. Returns the version.
 */
export async function migrateOffice(client: Client, machine: string, signal: AbortSignal): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await createVersion(client);
      return await takeSteps(client, machine, signal);
    } catch (error) {
      if (tries === TRIES || !RACES.has(errorCode(error) ?? "")) throw error;
      await sleep(POLL_MS, null, { signal });
    }
  }
}

const Found = z.tuple([z.object({ found: z.string().nullable() })]);

async function createVersion(client: Client): Promise<void> {
  // IF NOT EXISTS would require the right to create even where they exist.
  const version = await client.query("SELECT to_regclass('tallybox.schema_version') AS found");
  if (Found.parse(version.rows)[0].found === null) {
    const schema = await client.query("SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = 'tallybox'");
    if (schema.rowCount === 0) await client.query("CREATE SCHEMA tallybox");
    await client.query(`CREATE TABLE IF NOT EXISTS tallybox.schema_version
      (id integer PRIMARY KEY, version integer NOT NULL, holder text, held_until timestamptz)`);
  }
  // Only the owner may write here.
  if ((await client.query(VERSION)).rowCount === 1) return;
  await client.query(
    "INSERT INTO tallybox.schema_version (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING",
  );
}

const VERSION = "SELECT version FROM tallybox.schema_version WHERE id = 1";
const Version = z.tuple([z.object({ version: z.int() })]);

const OWNER = `SELECT 1 FROM pg_catalog.pg_class
  WHERE oid = 'tallybox.schema_version'::regclass AND pg_catalog.pg_has_role(relowner, 'USAGE')`;

async function takeSteps(client: Client, machine: string, signal: AbortSignal): Promise<number> {
  const steps = readSteps();
  const waitsUntil = performance.now() + HOLD_SECONDS * 1000;
  for (;;) {
    const [{ version }] = Version.parse((await client.query(VERSION)).rows);
    const next = steps.find((step) => step.version > version);
    if (next === undefined) return version;
    if (version > 0 && version < FIRST_VERSION)
      throw new Error(`The tables are of version ${version}. Update them once with tallybox 0.1.0.`);
    if ((await client.query(OWNER)).rowCount !== 1) throw new OutdatedTables();
    const taken = await client.query(
      `UPDATE tallybox.schema_version SET holder = $1, held_until = now() + interval '${HOLD_SECONDS} seconds'
       WHERE id = 1 AND version = $2 AND (held_until IS NULL OR held_until < now() OR holder = $1)`,
      [machine, version],
    );
    if (taken.rowCount !== 1) {
      if (performance.now() > waitsUntil) throw new OtherMigration();
      await sleep(POLL_MS, null, { signal });
      continue;
    }
    try {
      for (const statement of next.statements) await client.query(statement);
    } catch (error) {
      // Another site may have the permission that this one lacks.
      await client.query(
        "UPDATE tallybox.schema_version SET holder = NULL, held_until = NULL WHERE holder = $1",
        [machine],
      );
      throw error;
    }
    await client.query(
      `UPDATE tallybox.schema_version SET version = $1, holder = NULL, held_until = NULL WHERE id = 1 AND version = $2`,
      [next.version, version],
    );
  }
}
