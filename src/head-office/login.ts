import type { Client } from "pg";
import { z } from "zod";

/** What a login may do in the database of the head office. */
export interface OfficeLogin {
  readonly name: string;
  /** It can change the rows of its own site only, and no master data. */
  readonly isLimited: boolean;
  /** It can read the rows of all sites. */
  readonly seesAllSites: boolean;
}

/** The group role of the sites' logins. */
export const SITE_ROLE = "tallybox_site";
/** The group role of those who read the rows of all sites. */
export const READER_ROLE = "tallybox_reader";

/**
 * `name`, `isLimited` and `isReader` of the login `$1`, or of that of this connection. A login is not limited if it can become a role
 * that is: the owner of a table, or one that can become any other.
 */
const RIGHTS = `WITH me AS (SELECT r.oid, r.rolname AS name FROM pg_catalog.pg_roles r WHERE r.rolname = coalesce($1, session_user::text))
  SELECT me.name::text AS name,
    EXISTS (SELECT 1 FROM pg_catalog.pg_roles r
      WHERE r.rolname = '${SITE_ROLE}' AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER'))
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles r
      WHERE (r.rolsuper OR r.rolbypassrls OR r.rolcreaterole) AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER'))
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c
      WHERE c.relnamespace = 'tallybox'::regnamespace AND c.relkind IN ('r', 'p', 'v')
        AND (pg_catalog.pg_has_role(me.oid, c.relowner, 'MEMBER') OR NOT c.relrowsecurity AND EXISTS (
          SELECT 1 FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'site' AND c.relkind <> 'v')))
    AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c
      WHERE c.relnamespace = 'tallybox'::regnamespace AND c.relname = 'master_article'
        AND pg_catalog.has_table_privilege(me.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))
    AS "isLimited",
    EXISTS (SELECT 1 FROM pg_catalog.pg_roles r
      WHERE r.rolname = '${READER_ROLE}' AND pg_catalog.pg_has_role(me.oid, r.oid, 'MEMBER')) AS "isReader"
  FROM me`;

const Rights = z.array(z.object({ name: z.string(), isLimited: z.boolean(), isReader: z.boolean() }));

/** What a login may do; by default that of this connection. Null: there is no such login. */
export async function readLogin(client: Client, name: string | null = null): Promise<OfficeLogin | null> {
  const [row] = Rights.parse((await client.query(RIGHTS, [name])).rows);
  return row
    ? { name: row.name, isLimited: row.isLimited, seesAllSites: !row.isLimited || row.isReader }
    : null;
}
