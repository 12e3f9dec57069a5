import type { Client } from "pg";
import { z } from "zod";
import { errorCode } from "../platform/error-code.ts";
import { type OfficeLogin, READER_ROLE, readLogin, SITE_ROLE } from "./login.ts";
import { EVERY_SITE } from "./master-data.ts";
import { migrateOffice } from "./schema.ts";
import { DELIVERED, officeTable } from "./tables.ts";

/** A site of the head office, and the login that delivers for it; null: not known. */
export interface BoundSite {
  readonly site: string;
  readonly name: string;
  readonly loginName: string | null;
  /** Null: there is no such login. */
  readonly login: OfficeLogin | null;
}

/** The head office after its set-up. */
export interface OfficeSetup {
  readonly version: number;
  /** The role that owns the tables. */
  readonly owner: string;
  readonly sites: readonly BoundSite[];
  /** Functions, triggers and rules that this program did not create. They may act as the owner. */
  readonly foreign: readonly string[];
}

/**
 * Brings the tables to this program's version, and limits the logins of the sites to their own rows. It can be repeated. The login
 * must be able to act as the owner of the schema. Rejects with SetupError, and with the error of the database.
 */
export async function setUpOffice(client: Client, signal: AbortSignal): Promise<OfficeSetup> {
  // No function of somebody else may take the place of one of PostgreSQL.
  await client.query("SET search_path = pg_catalog, pg_temp");
  const owner = await becomeOwner(client);
  const version = await migrateOffice(client, "set-up", signal);
  await limitSites(client);
  return { version, owner, sites: await readSites(client), foreign: await readForeign(client) };
}

async function becomeOwner(client: Client): Promise<string> {
  const [owner] = await names(
    client,
    "SELECT format('%I', pg_get_userbyid(nspowner)) AS name FROM pg_namespace WHERE nspname = 'tallybox'",
  );
  if (owner === undefined)
    throw new SetupError(
      "There is no schema tallybox. Create it: CREATE SCHEMA tallybox AUTHORIZATION tallybox;",
    );
  for (const role of [SITE_ROLE, READER_ROLE])
    if ((await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role])).rowCount !== 1)
      throw new SetupError(`There is no role ${role}. As a superuser: CREATE ROLE ${role} NOLOGIN;`);
  try {
    await client.query(`SET ROLE ${owner}`);
  } catch (error) {
    if (errorCode(error) !== "42501") throw error;
    throw new SetupError(`This login may not act as ${owner}, the owner of the schema tallybox.`);
  }
  return owner;
}

const Sites = z.array(z.object({ site: z.string(), name: z.string(), login: z.string().nullable() }));

async function readSites(client: Client): Promise<BoundSite[]> {
  const { rows } = await client.query(
    "SELECT site::text, name, coalesce(login, last_login) AS login FROM tallybox.site ORDER BY lower(name), site",
  );
  const sites: BoundSite[] = [];
  for (const { site, name, login } of Sites.parse(rows))
    sites.push({
      site,
      name,
      loginName: login,
      login: login === null ? null : await readLogin(client, login),
    });
  return sites;
}

const readForeign = (client: Client) =>
  names(
    client,
    `SELECT format('function %s', oid::regprocedure) AS name FROM pg_proc
     WHERE pronamespace = 'tallybox'::regnamespace OR prosecdef AND oid >= 16384 AND pg_get_userbyid(proowner) = current_user
     UNION ALL
     SELECT format('trigger %I on %s', tgname, tgrelid::regclass) FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
     WHERE NOT tgisinternal AND c.relnamespace = 'tallybox'::regnamespace
     UNION ALL
     SELECT format('rule %I on %s', rulename, ev_class::regclass) FROM pg_rewrite JOIN pg_class c ON c.oid = ev_class
     WHERE rulename <> '_RETURN' AND c.relnamespace = 'tallybox'::regnamespace
     ORDER BY 1`,
  );

// The rights of the sites' logins: each reads and writes the rows of its own site, and nothing else. Row-level security is not
// forced on the owner of the tables: no site logs in as the owner, and the views of reports read as the owner.

/** The site of this login. A login can't change `session_user`, whatever role it sets. */
const OWN = "site = (SELECT s.site FROM tallybox.site s WHERE s.login = session_user::text)";
/** Logins that are no site's have the rows of the tables that were granted to them. */
const NO_SITE = `(SELECT NOT pg_catalog.pg_has_role(session_user, '${SITE_ROLE}', 'MEMBER'))`;

/** Columns of `tallybox.site` that a site never changes. */
const FIXED = ["site", "login"];
const CHANGED = ["name", "cursor", "machine", "version", "is_loading", "heard_at", "current_at"];

const own = (commands: string, using: string, check?: string) =>
  `${commands} TO ${SITE_ROLE} USING (${using})${check === undefined ? "" : ` WITH CHECK (${check})`}`;

/** Policies of tables with rights of their own. */
const OWN_POLICIES: ReadonlyMap<string, string> = new Map([
  [
    "tallybox.site",
    own("ALL", "login = session_user::text", `login = session_user::text AND site <> '${EVERY_SITE}'`),
  ],
  ["tallybox.master_article", own("SELECT", `site = '${EVERY_SITE}' OR ${OWN}`)],
]);

function policiesOf(table: string): readonly string[] {
  return [
    `CREATE POLICY own ON ${table} FOR ${OWN_POLICIES.get(table) ?? own("ALL", OWN, OWN)}`,
    `CREATE POLICY readers ON ${table} FOR SELECT TO ${READER_ROLE} USING (true)`,
    `CREATE POLICY no_site ON ${table} FOR ALL TO PUBLIC USING (${NO_SITE})`,
  ];
}

const GRANTS: readonly string[] = [
  `GRANT USAGE ON SCHEMA tallybox TO ${SITE_ROLE}, ${READER_ROLE}`,
  `GRANT SELECT ON tallybox.schema_version, tallybox.master_article, tallybox.site TO ${SITE_ROLE}`,
  `GRANT INSERT (${[...FIXED, ...CHANGED].join(", ")}), UPDATE (${CHANGED.join(", ")}) ON tallybox.site TO ${SITE_ROLE}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${DELIVERED.map(officeTable).join(", ")} TO ${SITE_ROLE}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA tallybox TO ${READER_ROLE}`,
];

/** What an administrator of the database must do first. */
export class SetupError extends Error {}

/** A query of somebody else holds a table for longer, or waits for another one: deadlock, lock timeout. */
const HELD = new Set(["40P01", "55P03"]);
const TRIES = 10;

/**
 * Limits the logins in the role of the sites to their own rows. It can be repeated, also while sites deliver. Rejects with SetupError,
 * and with the error of the database; then nothing is changed.
 */
async function limitSites(client: Client): Promise<void> {
  // While it waits for a table, the sites wait behind it.
  await client.query("SET lock_timeout = '3s'");
  for (let tries = 1; ; tries++) {
    try {
      return await tryToLimit(client);
    } catch (error) {
      if (!HELD.has(errorCode(error) ?? "")) throw error;
      if (tries === TRIES)
        throw new SetupError("Another query holds the tables. Run this again when it has ended.");
    }
  }
}

async function tryToLimit(client: Client): Promise<void> {
  await client.query("BEGIN");
  try {
    // A delivery takes this table first, too.
    await client.query("LOCK TABLE tallybox.site IN ACCESS EXCLUSIVE MODE");
    await assertOwner(client);
    await bindLogins(client);
    for (const table of await tablesOfSites(client)) {
      for (const name of await policiesThere(client, table))
        await client.query(`DROP POLICY ${name} ON ${table}`);
      await client.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      for (const policy of policiesOf(table)) await client.query(policy);
    }
    const sites = await names(
      client,
      `SELECT format('%I', m.rolname) AS name FROM pg_auth_members a JOIN pg_roles m ON m.oid = a.member
       WHERE a.roleid = '${SITE_ROLE}'::regrole`,
    );
    const revoked = ["PUBLIC", SITE_ROLE, READER_ROLE, ...sites].join(", ");
    await client.query(`REVOKE ALL ON ALL TABLES IN SCHEMA tallybox FROM ${revoked}`);
    await client.query(`REVOKE ALL ON SCHEMA tallybox FROM ${revoked}`);
    for (const grant of GRANTS) await client.query(grant);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Every table of the schema belongs to the role that this connection acts as, which is no site's. */
async function assertOwner(client: Client): Promise<void> {
  const foreign = await names(
    client,
    `SELECT format('%I', c.relname) AS name FROM pg_class c
     WHERE c.relnamespace = 'tallybox'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
       AND pg_get_userbyid(c.relowner) <> current_user ORDER BY 1`,
  );
  const [owner = ""] = await names(client, "SELECT format('%I', current_user) AS name");
  if (foreign.length > 0)
    throw new SetupError(
      `These belong to another role than the schema: ${foreign.join(", ")}. For each: ALTER TABLE tallybox.${foreign[0]} OWNER TO ${owner};`,
    );
  const sites = await names(
    client,
    `SELECT '' AS name FROM pg_auth_members
    WHERE roleid = '${SITE_ROLE}'::regrole AND pg_get_userbyid(member) = current_user`,
  );
  if (sites.length > 0)
    throw new SetupError(
      `The owner of the tables is a site's login. As a superuser: REVOKE ${SITE_ROLE} FROM ${owner};`,
    );
}

/** Binds each site to the login that has delivered for it, where that is known and no other site has it. */
async function bindLogins(client: Client): Promise<void> {
  await client.query("CREATE UNIQUE INDEX IF NOT EXISTS site_by_login ON tallybox.site (login)");
  await client.query(
    `UPDATE tallybox.site s SET login = s.last_login WHERE s.login IS NULL AND NOT EXISTS (
       SELECT 1 FROM tallybox.site o WHERE o.site <> s.site AND s.last_login IN (o.login, o.last_login))`,
  );
}

/** The tables of the schema with a column `site`. */
const tablesOfSites = (client: Client): Promise<readonly string[]> =>
  names(
    client,
    `SELECT format('tallybox.%I', c.relname) AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'tallybox'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'site' ORDER BY 1`,
  );

const policiesThere = (client: Client, table: string) =>
  names(client, "SELECT format('%I', polname) AS name FROM pg_policy WHERE polrelid = $1::regclass", [table]);

const Names = z.array(z.object({ name: z.string() }));

async function names(client: Client, text: string, values: readonly unknown[] = []): Promise<string[]> {
  return Names.parse((await client.query(text, [...values])).rows).map(({ name }) => name);
}
