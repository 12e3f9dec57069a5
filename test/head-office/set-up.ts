import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { type OfficeSetup, setUpOffice } from "../../src/head-office/setup.ts";
import { connected, type Postgres } from "./postgres.ts";

// A head office as docs/integrate/head-office.md tells an administrator to set it up, by the statements that are there.

/** The database of a head office. */
export interface Office {
  /** Address for the server's owner, a superuser. */
  readonly url: string;
  /** Address for the login of the head office, which may act as the owner of the tables. */
  readonly ownUrl: string;
  /** Address for the login of the first site. */
  readonly site: string;
  /** Creates the login of another site. Returns its address. */
  addLogin(): Promise<string>;
}

const DOC = readFileSync(join(import.meta.dirname, "../../docs/integrate/head-office.md"), "utf8");
const [DATABASE = "", LOGIN = ""] = Array.from(
  DOC.split("## Set up")[1]?.matchAll(/```sql\n([^`]+)```/g) ?? [],
  ([, sql]) => sql,
);
const PASSWORD = "a%20long%20one";
const EXISTS = "42710";

/** Creates a head office with its tables. Names of roles are those of the database, because roles belong to the whole server. */
export async function createOffice(postgres: Postgres, database: string): Promise<Office> {
  const office = await createOfficeWithoutTables(postgres, database);
  await setUp(office.ownUrl);
  return office;
}

/** The same before `scripts/head-office` has run. */
export async function createOfficeWithoutTables(postgres: Postgres, database: string): Promise<Office> {
  const [outside = "", inside = ""] = DATABASE.replaceAll("company", database)
    .replaceAll("head_office", `${database}_office`)
    .split(/^\\c .*$/m);
  await runAll(postgres.urlOf("postgres"), outside);
  const url = postgres.urlOf(database);
  await runAll(url, inside);
  let logins = 0;
  const addLogin = async () => {
    const name = `${database}_site_${++logins}`;
    await runAll(url, LOGIN.replaceAll("site_brno", name));
    return urlFor(url, name);
  };
  return { url, ownUrl: urlFor(url, `${database}_office`), site: await addLogin(), addLogin };
}

/** The address for another login. */
export const urlFor = (url: string, name: string) => url.replace(/\/\/[^@]+@/, `//${name}:${PASSWORD}@`);

/** The name of the login in an address. */
export const loginOf = (url: string): string => new URL(url).username;

/** Does what scripts/head-office does. */
export async function setUp(url: string): Promise<OfficeSetup> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await setUpOffice(client, new AbortController().signal);
  } finally {
    await client.end();
  }
}

/** Runs statements one by one. A role that exists is left as it is. */
export const runAll = (url: string, sql: string): Promise<void> =>
  connected(url, async (run) => {
    for (const statement of sql.split(/;$/m))
      await run(statement).catch((error: unknown) => {
        if (!(error instanceof pg.DatabaseError && error.code === EXISTS)) throw error;
      });
  });
