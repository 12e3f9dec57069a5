import type { Client } from "pg";
import { z } from "zod";
import { limitSites, names, SetupError } from "./limits.ts";
import { type OfficeLogin, READER_ROLE, readLogin, SITE_ROLE } from "./login.ts";
import { codeOf, migrateOffice } from "./schema.ts";

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
    if (codeOf(error) !== "42501") throw error;
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
