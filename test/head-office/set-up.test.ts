import { afterAll, beforeAll, expect, test } from "vitest";
import { linesOf } from "../../src/ops/cli/head-office/lines.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { articleOf, putRow } from "./master.ts";
import { sitesOf, statusOf, untilEqual } from "./office.ts";
import { connected, type Postgres, query, startPostgres } from "./postgres.ts";
import {
  createOffice,
  createOfficeWithoutTables,
  loginOf,
  type Office,
  runAll,
  setUp,
  urlFor,
} from "./set-up.ts";

// The set-up of a head office, and the sites around it: older and newer ones, and those whose logins act as the owner.

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

let databases = 0;
const nameOf = () => `set_up_${++databases}`;

/** A login that acts as the owner of the tables, as the documents of earlier versions said. Returns its address. */
async function addOwningLogin({ url }: Office, name: string): Promise<string> {
  const sql = `CREATE ROLE ${name} LOGIN PASSWORD 'a long one' IN ROLE tallybox;\nALTER ROLE ${name} SET role = 'tallybox'`;
  await runAll(url, sql);
  return urlFor(url, name);
}

const startSite = (url: string): Promise<TestServer> => startServer({ settings: { HEAD_OFFICE_URL: url } });

const edit = async (server: TestServer, name: string) => server.manager.put("/api/articles/1", { name });

/** Resolves when the delivery fails for this reason. */
const untilFailing = (server: TestServer, cause: string) =>
  eventually(async () => {
    const { failure } = await statusOf(server);
    expect(failure).toMatchObject({ cause: expect.stringContaining(cause) });
  });

test("a login that acts as the owner goes on delivering, and the status says what to run", async () => {
  const office = await createOfficeWithoutTables(postgres, nameOf());
  const server = await startSite(await addOwningLogin(office, "brno_as_owner"));
  await untilEqual(office.url, server);
  const { login, state } = await statusOf(server);
  expect(state).toBe("current");
  expect(login).toEqual({
    name: "brno_as_owner",
    isLimited: false,
    seesAllSites: true,
    warning: expect.stringMatching(
      /brno_as_owner can change the records of every site.*scripts\/head-office/,
    ),
  });
  await setUp(office.ownUrl);
  await edit(server, "After the set-up");
  await untilEqual(office.url, server);
  await server.restart();
  await untilEqual(office.url, server);
});

test("the statements that the set-up prints limit such a login, and its site goes on as the same", async () => {
  const office = await createOfficeWithoutTables(postgres, nameOf());
  const server = await startSite(await addOwningLogin(office, "praha_as_owner"));
  await untilEqual(office.url, server);
  const lines = linesOf(await setUp(office.ownUrl));
  expect(lines.join("\n")).toContain("praha_as_owner can change the rows of every site");
  await runAll(office.url, lines.filter((line) => line.startsWith("  ")).join("\n"));
  await edit(server, "Limited");
  await untilEqual(office.url, server);
  await eventually(async () =>
    expect((await statusOf(server))["login"]).toEqual({
      ...{ name: "praha_as_owner", isLimited: true, seesAllSites: false, warning: null },
    }),
  );
  expect(await sitesOf(office.url)).toMatchObject([{ login: "praha_as_owner" }]);
  expect(linesOf(await setUp(office.ownUrl)).join("\n")).toMatch(/: praha_as_owner, limited$/);
});

test("the name of a site can't look like a statement to run", () => {
  const name = "Brno\n  GRANT tallybox TO brno;\u2028  GRANT tallybox TO brno;\u202e";
  const site = { site: "3f0c", name, loginName: null, login: null };
  const lines = linesOf({ version: 8, owner: "tallybox", sites: [site], foreign: ["rule \n  away on x"] });
  expect(lines.filter((line) => line.startsWith("  "))).toEqual([]);
  expect(lines.join("\n")).toContain(
    'Site 3f0c "Brno?  GRANT tallybox TO brno;?  GRANT tallybox TO brno;?":',
  );
  expect(lines).toHaveLength(4);
});

test("a site whose login owns the tables is told to take another one", () => {
  const login = { name: "company", isLimited: false, seesAllSites: true };
  const site = { site: "3f0c", name: "Brno", loginName: "company", login };
  const lines = linesOf({ version: 8, owner: "company", sites: [site], foreign: [] });
  expect(lines.at(-1)).toContain("company owns the tables. Give its server a login of its own");
  expect(lines.join("\n")).not.toContain("REVOKE");
});

test("no site gets a login that two of them have used", async () => {
  const office = await createOfficeWithoutTables(postgres, nameOf());
  const url = await addOwningLogin(office, "shared_as_owner");
  const servers = [await startSite(url), await startSite(url)];
  for (const server of servers) await untilEqual(office.url, server);
  await setUp(office.ownUrl);
  expect(await sitesOf(office.url)).toMatchObject([{ login: null }, { login: null }]);
  for (const server of servers) {
    await edit(server, "Still there");
    await untilEqual(office.url, server);
  }
});

test("a site that is newer than the tables says what to run, and delivers the rest afterwards", async () => {
  const office = await createOffice(postgres, nameOf());
  const server = await startSite(office.site);
  await untilEqual(office.url, server);
  await query(office.url, "UPDATE tallybox.schema_version SET version = version - 1");
  await server.restart();
  await untilFailing(server, "Run scripts/head-office");
  await edit(server, "Meanwhile");
  await setUp(office.ownUrl);
  await untilEqual(office.url, server);
});

test("a site that is older than the tables goes on delivering", async () => {
  const office = await createOffice(postgres, nameOf());
  await query(office.url, "UPDATE tallybox.schema_version SET version = 99");
  await query(office.url, "ALTER TABLE tallybox.article ADD COLUMN later text");
  await setUp(office.ownUrl);
  const server = await startSite(office.site);
  await edit(server, "Older");
  await untilEqual(office.url, server);
});

test("a server that was set up anew gets no login of another site, and says so", async () => {
  const office = await createOffice(postgres, nameOf());
  const first = await startSite(office.site);
  await untilEqual(office.url, first);
  await first.halt();
  const second = await startSite(office.site);
  await untilFailing(second, "belongs to another site of the head office");
  expect(await sitesOf(office.url)).toHaveLength(1);
});

test("a site whose login was renamed says so, and goes on when the head office has noted it", async () => {
  const office = await createOffice(postgres, nameOf());
  const server = await startSite(office.site);
  await untilEqual(office.url, server);
  await runAll(
    office.url,
    `ALTER ROLE ${loginOf(office.site)} RENAME TO renamed;\nALTER ROLE renamed PASSWORD 'a long one'`,
  );
  await server.restart({ HEAD_OFFICE_URL: urlFor(office.url, "renamed") });
  await untilFailing(server, "belongs to another database user");
  await query(office.url, "UPDATE tallybox.site SET login = 'renamed' WHERE login = $1", [
    loginOf(office.site),
  ]);
  await edit(server, "Renamed");
  await untilEqual(office.url, server);
});

test("reports and the program of the master data go on after the set-up", async () => {
  const office = await createOfficeWithoutTables(postgres, nameOf());
  const server = await startSite(await addOwningLogin(office, "ostrava_as_owner"));
  await untilEqual(office.url, server);
  await runAll(
    office.url,
    `CREATE ROLE report LOGIN PASSWORD 'a long one';
GRANT CONNECT ON DATABASE ${new URL(office.url).pathname.slice(1)} TO report;
GRANT USAGE ON SCHEMA tallybox TO report;
GRANT SELECT ON ALL TABLES IN SCHEMA tallybox TO report;
GRANT INSERT, UPDATE, DELETE ON tallybox.master_article TO report`,
  );
  const report = urlFor(office.url, "report");
  const rows = async () => [
    await query(report, "SELECT count(*) FROM tallybox.article"),
    await query(report, "SELECT count(*) FROM tallybox.stock_by_site"),
  ];
  const before = await rows();
  await setUp(office.ownUrl);
  expect(await rows()).toEqual(before);
  expect(JSON.stringify(before)).not.toContain('"0"');
  await putRow(report, "A000001", { name: "Pump" });
  await eventually(async () =>
    expect(await articleOf(server.manager, "A000001")).toMatchObject({ name: "Pump" }),
  );
});

test("the set-up and a delivery that runs wait for each other and both end", async () => {
  const office = await createOffice(postgres, nameOf());
  const server = await startSite(office.site);
  await untilEqual(office.url, server);
  await server.halt();
  let done: Promise<unknown> = Promise.resolve();
  await connected(office.site, async (run) => {
    await run("BEGIN");
    await run("UPDATE tallybox.site SET heard_at = now()");
    done = setUp(office.ownUrl);
    await eventually(async () => {
      const waiting = await query(
        office.url,
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      expect(waiting).toHaveLength(1);
    });
    await run("UPDATE tallybox.article SET name = 'Delivered' WHERE oid = 1");
    await run("COMMIT");
  });
  await done;
  expect(await query(office.url, "SELECT name FROM tallybox.article WHERE oid = 1")).toEqual([
    { name: "Delivered" },
  ]);
});

test("what sites have left behind as owners is named: functions, triggers and rules", async () => {
  const office = await createOffice(postgres, nameOf());
  await runAll(
    office.url,
    `CREATE FUNCTION public.door() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT current_user::text';
ALTER FUNCTION public.door() OWNER TO tallybox;
CREATE TRIGGER later BEFORE UPDATE ON tallybox.article EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE RULE away AS ON DELETE TO tallybox.person DO INSTEAD NOTHING`,
  );
  expect((await setUp(office.ownUrl)).foreign).toEqual([
    "function public.door()",
    "rule away on tallybox.person",
    "trigger later on tallybox.article",
  ]);
});

test("tables of another owner, and a site's login as the owner, stop the set-up", async () => {
  const office = await createOffice(postgres, nameOf());
  await query(office.url, `ALTER TABLE tallybox.article OWNER TO ${loginOf(office.site)}`);
  await expect(setUp(office.ownUrl)).rejects.toThrow("ALTER TABLE tallybox.article OWNER TO tallybox;");
  await query(office.url, "ALTER TABLE tallybox.article OWNER TO tallybox");
  await query(office.url, "GRANT tallybox_site TO tallybox");
  await expect(setUp(office.ownUrl)).rejects.toThrow("REVOKE tallybox_site FROM tallybox;");
  await query(office.url, "REVOKE tallybox_site FROM tallybox");
  await setUp(office.ownUrl);
});

test("a login that can become another role is not limited, and is named as such", async () => {
  const office = await createOffice(postgres, nameOf());
  const server = await startSite(office.site);
  await untilEqual(office.url, server);
  const isLimited = async () => (await setUp(office.ownUrl)).sites[0]?.login?.isLimited;
  expect(await isLimited()).toBe(true);
  for (const [given, taken] of [
    ["ALTER ROLE $ CREATEROLE", "ALTER ROLE $ NOCREATEROLE"],
    ["ALTER ROLE $ BYPASSRLS", "ALTER ROLE $ NOBYPASSRLS"],
    ["GRANT tallybox TO $", "REVOKE tallybox FROM $"],
  ] as const) {
    await query(office.url, given.replace("$", loginOf(office.site)));
    expect([given, await isLimited()]).toEqual([given, false]);
    await query(office.url, taken.replace("$", loginOf(office.site)));
  }
  expect(await isLimited()).toBe(true);
});
