import { afterAll, beforeAll, expect, test } from "vitest";
import { DELIVERED, officeTable } from "../../src/head-office/tables.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { EVERY_SITE, putRow } from "./master.ts";
import { statusOf, sumsOfOffice, untilEqual } from "./office.ts";
import { connected, type Postgres, query, type RunQuery, startPostgres } from "./postgres.ts";
import { createOffice, loginOf, type Office, setUp } from "./set-up.ts";

// What a person can do in the database with the password of a site's login.

let postgres: Postgres;
let office: Office;
/** The address of the site that attacks, and its id. */
let brno: string;
let brnoId: string;
let prahaId: string;
const servers: TestServer[] = [];
beforeAll(async () => {
  postgres = await startPostgres();
  office = await createOffice(postgres, "limits");
  brno = office.site;
  const ids: string[] = [];
  for (const [url, name] of [
    [brno, "Brno"],
    [await office.addLogin(), "Praha"],
  ] as const) {
    const server = await startServer({ settings: { HEAD_OFFICE_URL: url }, keep: true });
    servers.push(server);
    await server.admin.put("/api/settings", { siteName: name });
    await untilEqual(office.url, server);
    ids.push(String((await statusOf(server))["site"]));
    await server.halt();
  }
  [brnoId = "", prahaId = ""] = ids;
  await putRow(office.url, "M1", { name: "Of every site" });
  await putRow(office.url, "M1", { name: "Of Praha", site: prahaId });
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await postgres.remove();
});

/** The code of the error with which the database refuses a statement of the site; "": it does not. */
const refusal = (text: string, values: readonly unknown[] = []) =>
  connected(brno, (run) => codeOf(run, text, values));

async function codeOf(run: RunQuery, text: string, values: readonly unknown[] = []): Promise<string> {
  return run(text, values).then(
    () => "",
    (error: unknown) => String((error as { code?: unknown }).code),
  );
}

const DENIED = "42501";
const TABLES = [...DELIVERED.map(officeTable), "tallybox.site"];

/** Runs a statement, and expects that it changes no row of the other site, and that nothing is left of it. */
async function expectUntouched(attack: () => Promise<unknown>): Promise<void> {
  const state = async () => ({
    sums: await sumsOfOffice(office.url, prahaId),
    site: await query(office.url, "SELECT * FROM tallybox.site WHERE site = $1", [prahaId]),
    master: await query(office.url, "SELECT * FROM tallybox.master_article ORDER BY site, code"),
  });
  const before = await state();
  await attack();
  expect(await state()).toEqual(before);
}

test("a login reads the rows of its own site only, in each table", async () => {
  for (const table of TABLES) {
    const sites = await query(brno, `SELECT DISTINCT site FROM ${table}`);
    const all = await query(office.url, `SELECT DISTINCT site FROM ${table}`);
    if (all.length > 0) expect([table, sites]).toEqual([table, [{ site: brnoId }]]);
  }
});

test("a login can't add a row to another site, in any table", async () => {
  // The policy comes before the other rules of a table: the row needs no other values.
  const row = JSON.stringify({ site: prahaId, oid: 999_999 });
  await expectUntouched(async () => {
    for (const table of TABLES) {
      const insert = `INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, $1::json)`;
      expect([table, await refusal(insert, [row])]).toEqual([table, DENIED]);
    }
  });
});

test("a login changes no row of another site, in any table", async () => {
  await expectUntouched(async () => {
    for (const table of TABLES) {
      const [column] = table === "tallybox.site" ? ["name"] : ["oid"];
      await connected(brno, async (run) => {
        const changed = await run(`UPDATE ${table} SET ${column} = ${column} WHERE site = $1 RETURNING 1`, [
          prahaId,
        ]);
        expect([table, changed]).toEqual([table, []]);
      });
    }
  });
});

test("a login deletes no row of another site, in any table", async () => {
  await expectUntouched(async () => {
    for (const table of DELIVERED.map(officeTable))
      expect(await query(brno, `DELETE FROM ${table} WHERE site = $1 RETURNING 1`, [prahaId])).toEqual([]);
  });
});

test("a login can't move a row of its own to another site", async () => {
  await expectUntouched(async () => {
    expect(
      await refusal("UPDATE tallybox.article SET site = $1, oid = 999999 WHERE oid = 1", [prahaId]),
    ).toBe(DENIED);
  });
});

test("a login can't overwrite a row of another site by a conflict of keys", async () => {
  await expectUntouched(async () => {
    const text = `INSERT INTO tallybox.article_category (site, oid, name) VALUES ($1, 1, 'Taken')
      ON CONFLICT (site, oid) DO UPDATE SET name = excluded.name`;
    expect(await refusal(text, [prahaId])).toBe(DENIED);
  });
});

const SITE = `INSERT INTO tallybox.site (site, name, cursor, machine, version, is_loading, heard_at, login)
  VALUES ($1, 'Mine', '', 'm', 'v', false, now(), session_user::text)`;

test("a login can't take over the row of another site", async () => {
  await expectUntouched(async () => {
    expect(
      await refusal("UPDATE tallybox.site SET login = session_user::text WHERE site = $1", [prahaId]),
    ).toBe(DENIED);
    expect(await refusal("UPDATE tallybox.site SET site = $1", [prahaId])).toBe(DENIED);
    expect(await refusal(SITE, [prahaId])).toBe("23505");
    const replaced = `${SITE} ON CONFLICT (site) DO UPDATE SET name = excluded.name`;
    expect(await refusal(replaced, [prahaId])).toBe(DENIED);
    expect(await refusal("DELETE FROM tallybox.site WHERE site = $1", [prahaId])).toBe(DENIED);
  });
});

test("a login can't leave its own site, nor bind itself to a second one", async () => {
  const other = "11111111-1111-4111-8111-111111111111";
  expect(await refusal("UPDATE tallybox.site SET login = 'somebody'")).toBe(DENIED);
  expect(await refusal("DELETE FROM tallybox.site")).toBe(DENIED);
  expect(await refusal(SITE, [other])).toBe("23505");
  expect(await refusal(SITE.replace("session_user::text", "'somebody'"), [other])).toBe(DENIED);
});

test("a login without a site can't be that of every site, of a bound site, nor of one that waits for its login", async () => {
  const stranger = await office.addLogin();
  const waiting = "22222222-2222-4222-8222-222222222222";
  await query(
    office.url,
    `INSERT INTO tallybox.site (site, name, cursor, machine, version, is_loading, heard_at)
     VALUES ($1, 'Waiting', '', 'm', 'v', false, now())`,
    [waiting],
  );
  const codes = await connected(stranger, async (run) => [
    await codeOf(run, SITE, [EVERY_SITE]),
    await codeOf(run, SITE, [prahaId]),
    await codeOf(run, SITE, [waiting]),
  ]);
  expect(codes).toEqual([DENIED, "23505", "23505"]);
  expect(await query(stranger, "SELECT 1 FROM tallybox.article")).toEqual([]);
  await query(office.url, "DELETE FROM tallybox.site WHERE site = $1", [waiting]);
});

test("a login reads the master data of its own and of every site, and writes none", async () => {
  await expectUntouched(async () => {
    expect(await query(brno, "SELECT name FROM tallybox.master_article")).toEqual([
      { name: "Of every site" },
    ]);
    for (const text of [
      `INSERT INTO tallybox.master_article (site, code, name) VALUES ('${brnoId}', 'M2', 'Own')`,
      "UPDATE tallybox.master_article SET name = 'Mine'",
      "DELETE FROM tallybox.master_article",
    ])
      expect(await refusal(text)).toBe(DENIED);
  });
});

test("a right to write master data that a site was given by mistake changes no row", async () => {
  await query(office.url, `GRANT INSERT, UPDATE, DELETE ON tallybox.master_article TO ${loginOf(brno)}`);
  await expectUntouched(async () => {
    const insert = `INSERT INTO tallybox.master_article (site, code, name) VALUES ('${brnoId}', 'M2', 'Own')`;
    expect(await refusal(insert)).toBe(DENIED);
    expect(await query(brno, "UPDATE tallybox.master_article SET name = 'Mine' RETURNING 1")).toEqual([]);
    expect(await query(brno, "DELETE FROM tallybox.master_article RETURNING 1")).toEqual([]);
  });
  await setUp(office.ownUrl);
  expect(await refusal("DELETE FROM tallybox.master_article")).toBe(DENIED);
});

test("a login reads no view of the reports", async () => {
  const views = await query(office.url, "SELECT viewname FROM pg_views WHERE schemaname = 'tallybox'");
  expect(views.length).toBe(7);
  for (const { viewname } of views)
    expect([viewname, await refusal(`SELECT * FROM tallybox.${String(viewname)}`)]).toEqual([
      viewname,
      DENIED,
    ]);
});

test("a login empties, drops, alters and copies no table", async () => {
  await expectUntouched(async () => {
    for (const text of [
      "TRUNCATE tallybox.article",
      "DROP TABLE tallybox.article",
      "DROP VIEW tallybox.articles",
      "DROP SCHEMA tallybox CASCADE",
      "ALTER TABLE tallybox.article DISABLE ROW LEVEL SECURITY",
      "ALTER TABLE tallybox.article ADD COLUMN more text",
      "DROP POLICY own ON tallybox.article",
      "CREATE POLICY mine ON tallybox.article USING (true)",
      "CREATE INDEX mine ON tallybox.article (name)",
      "UPDATE tallybox.schema_version SET version = 0",
      "COPY tallybox.article TO PROGRAM 'true'",
      "COPY tallybox.article FROM '/etc/passwd'",
    ])
      expect([text, await refusal(text)]).toEqual([text, DENIED]);
  });
});

test("a login grants nobody its rights", async () => {
  const rights = () =>
    query(office.url, "SELECT relacl FROM pg_class WHERE oid = 'tallybox.article'::regclass");
  const before = await rights();
  // PostgreSQL only warns.
  await refusal("GRANT SELECT ON tallybox.article TO PUBLIC");
  expect(await rights()).toEqual(before);
});

test("a login creates nothing in the schema, in public, nor for a session", async () => {
  for (const text of [
    "CREATE TABLE tallybox.mine (site uuid)",
    "CREATE VIEW tallybox.mine AS SELECT 1 AS one",
    "CREATE FUNCTION tallybox.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE FUNCTION public.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    "CREATE TABLE public.mine (site uuid)",
    "CREATE TEMP TABLE mine (site uuid)",
    "CREATE SCHEMA mine",
    "CREATE TRIGGER mine AFTER INSERT ON tallybox.article EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE mine AS ON INSERT TO tallybox.article DO NOTHING",
  ])
    expect([text, await refusal(text)]).toEqual([text, DENIED]);
});

test("a login becomes no other role, and switches off no policy", async () => {
  const praha = loginOf(await office.addLogin());
  for (const text of [
    "SET ROLE tallybox",
    "SET ROLE tallybox_reader",
    "SET ROLE owner",
    `SET ROLE ${praha}`,
    "SET SESSION AUTHORIZATION owner",
    `SET SESSION AUTHORIZATION ${praha}`,
    `GRANT tallybox TO ${loginOf(brno)}`,
    `GRANT tallybox_reader TO ${loginOf(brno)}`,
    `ALTER ROLE ${loginOf(brno)} BYPASSRLS`,
    `ALTER ROLE ${praha} PASSWORD 'mine'`,
    "CREATE ROLE mine",
  ])
    expect([text, await refusal(text)]).toEqual([text, DENIED]);
  await connected(brno, async (run) => {
    await run("SET row_security = off");
    expect(await codeOf(run, "SELECT * FROM tallybox.article")).toBe(DENIED);
  });
});

test("the role of all sites' logins has no rows beyond those of the login", async () => {
  await connected(brno, async (run) => {
    await run("SET ROLE tallybox_site");
    expect(await run("SELECT DISTINCT site FROM tallybox.article")).toEqual([{ site: brnoId }]);
  });
});

test("a login that may read all sites still writes to its own only", async () => {
  const reader = await office.addLogin();
  await query(office.url, `GRANT tallybox_reader TO ${loginOf(reader)}`);
  const sites = await query(reader, "SELECT DISTINCT site FROM tallybox.article");
  expect(new Set(sites.map(({ site }) => site))).toEqual(new Set([brnoId, prahaId]));
  await expectUntouched(async () => {
    expect(await query(reader, "DELETE FROM tallybox.article RETURNING 1")).toEqual([]);
    expect(await query(reader, "UPDATE tallybox.article SET name = 'Mine' RETURNING 1")).toEqual([]);
    expect(await query(reader, "UPDATE tallybox.site SET name = 'Mine' RETURNING 1")).toEqual([]);
  });
});

test("MERGE, row locks and conflicts reach no row of another site, also for a login that reads all", async () => {
  const reader = await office.addLogin();
  await query(office.url, `GRANT tallybox_reader TO ${loginOf(reader)}`);
  for (const url of [brno, reader])
    await expectUntouched(async () => {
      await connected(url, async (run) => {
        const deleting = `MERGE INTO tallybox.article a USING (VALUES ($1::uuid)) v(site) ON a.site = v.site
          WHEN MATCHED THEN DELETE`;
        expect(["", DENIED]).toContain(await codeOf(run, deleting, [prahaId]));
        const adding = `MERGE INTO tallybox.article_type t USING (VALUES ($1::uuid)) v(site) ON t.site = v.site AND t.oid = -1
          WHEN NOT MATCHED THEN INSERT (site, oid, name) VALUES (v.site, -1, 'Mine')`;
        expect(await codeOf(run, adding, [prahaId])).toBe(DENIED);
        expect(await run("SELECT 1 FROM tallybox.article WHERE site = $1 FOR UPDATE", [prahaId])).toEqual([]);
        const nothing = `INSERT INTO tallybox.article_type VALUES ($1, 1, 'Mine') ON CONFLICT DO NOTHING`;
        expect(await codeOf(run, nothing, [prahaId])).toBe(DENIED);
      });
    });
});

test("the error of a condition shows no value of another site", async () => {
  const names = await query(office.url, "SELECT name FROM tallybox.article WHERE site = $1", [prahaId]);
  await query(office.url, "UPDATE tallybox.article SET name = '7' WHERE site = $1", [brnoId]);
  // The condition runs after the policy: a name of another site would be in the error.
  expect(await refusal("SELECT 1 FROM tallybox.article WHERE name::integer = 7")).toBe("");
  expect(names.length).toBeGreaterThan(0);
});

test("a login locks neither the sites, nor the master data, nor the version", async () => {
  await connected(brno, async (run) => {
    for (const table of ["site", "master_article", "schema_version"]) {
      await run("BEGIN");
      const lock = `LOCK TABLE tallybox.${table} IN SHARE MODE`;
      expect([table, await codeOf(run, lock)]).toEqual([table, DENIED]);
      await run("ROLLBACK");
    }
  });
});

test("a login lets nobody in, leaves its role in no way, and ends no session of others", async () => {
  const praha = await office.addLogin();
  const own = loginOf(brno);
  await connected(praha, async (run) => {
    await run("SELECT 1");
    for (const text of [
      `GRANT ${own} TO ${loginOf(praha)}`,
      `GRANT tallybox_site TO ${loginOf(praha)}`,
      `REVOKE tallybox_site FROM ${own}`,
      `ALTER ROLE ${own} CONNECTION LIMIT 1000`,
      `ALTER ROLE tallybox_site SET row_security = off`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${loginOf(praha)}'`,
      `SELECT set_config('role', 'tallybox', false)`,
      `SELECT set_config('session_authorization', 'owner', false)`,
      `DROP EXTENSION plpgsql`,
      `COMMENT ON TABLE tallybox.article IS 'mine'`,
      `REINDEX TABLE tallybox.article`,
    ])
      expect([text, await refusal(text)]).toEqual([text, DENIED]);
  });
});

test("what a login sets for itself gives it no more rows", async () => {
  for (const setting of [
    "search_path = pg_temp, public",
    "row_security = on",
    "session_replication_role = origin",
  ])
    await connected(brno, async (run) => {
      await codeOf(run, `SET ${setting}`);
      expect(await run("SELECT DISTINCT site FROM tallybox.person")).toEqual([{ site: brnoId }]);
    });
  expect(await refusal("SET session_replication_role = replica")).toBe(DENIED);
});

test("statistics and sessions show nothing of other sites", async () => {
  await query(office.url, "ANALYZE tallybox.article");
  expect(await query(brno, "SELECT 1 FROM pg_stats WHERE schemaname = 'tallybox'")).toEqual([]);
  await connected(office.ownUrl, async (run) => {
    await run("SELECT 'a secret of another login'");
    const seen = await query(brno, "SELECT query FROM pg_stat_activity WHERE usename <> session_user");
    expect(JSON.stringify(seen)).not.toContain("a secret");
  });
});

test("every table with a column site has row-level security with the three policies, also one of a later version", async () => {
  await query(office.url, "CREATE TABLE tallybox.later (site uuid, oid bigint)");
  await query(office.url, "ALTER TABLE tallybox.later OWNER TO tallybox");
  await setUp(office.ownUrl);
  const tables = await query(
    office.url,
    `SELECT c.relname AS name, c.relrowsecurity AS on, (SELECT array_agg(polname::text ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid) AS policies
     FROM pg_class c WHERE c.relnamespace = 'tallybox'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_version' ORDER BY 1`,
  );
  expect(tables.map(({ name }) => `tallybox.${String(name)}`)).toEqual(
    [...TABLES, "tallybox.later", "tallybox.master_article"].toSorted(),
  );
  for (const table of tables)
    expect(table).toMatchObject({ on: true, policies: ["no_site", "own", "readers"] });
  expect(await refusal("SELECT * FROM tallybox.later")).toBe(DENIED);
  await query(office.url, "DROP TABLE tallybox.later");
});
