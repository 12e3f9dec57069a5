import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { sitesOf, statusOf, untilEqual } from "./office.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";

// Sites whose logins act as the owner of the tables, which they create and bring to the newest version themselves.

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

/** The number of the last migration. */
const LATEST = Math.max(...readdirSync("migrations/head-office").map((name) => Number.parseInt(name, 10)));
const VERSION = "SELECT version, holder, held_until FROM tallybox.schema_version";

test("sites that begin at once create the tables together, and each has its own rows", async () => {
  const url = await postgres.createDatabase("several");
  const settings = { HEAD_OFFICE_URL: url };
  const servers = await Promise.all([1, 2, 3, 4].map(() => startServer({ settings })));
  for (const [number, server] of servers.entries()) {
    await server.admin.put("/api/articles/1", { name: `Of site ${number}`, code: "A1" });
    await untilEqual(url, server);
  }
  const names = await query(url, "SELECT name FROM tallybox.article WHERE oid = 1 ORDER BY name");
  expect(names.map(({ name }) => name)).toEqual([0, 1, 2, 3].map((number) => `Of site ${number}`));
  expect(await sitesOf(url)).toHaveLength(4);
  expect(await query(url, VERSION)).toEqual([{ version: LATEST, holder: null, held_until: null }]);
});

test("the name of a site in the head office follows its settings", async () => {
  const url = await postgres.createDatabase("names");
  const server = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, server);
  await server.admin.put("/api/settings", { siteName: "Brno" });
  await server.manager.put("/api/articles/1", { name: "Any", code: "A1" });
  await untilEqual(url, server);
  expect(await sitesOf(url)).toMatchObject([{ name: "Brno" }]);
});

test("a site goes on with a migration that another one has left in the middle", async () => {
  const url = await postgres.createDatabase("half");
  const first = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, first);
  // Every statement of step 11 was run but its last one; its version was not written.
  await query(url, "DROP VIEW tallybox.stock_by_location");
  await query(
    url,
    "UPDATE tallybox.schema_version SET version = 10, holder = 'gone', held_until = now() - interval '1 second'",
  );
  const second = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, second);
  await untilEqual(url, first);
  expect(await query(url, VERSION)).toEqual([{ version: LATEST, holder: null, held_until: null }]);
  expect((await query(url, "SELECT count(*) FROM tallybox.stock_by_location")).length).toBe(1);
});

test("a site waits while another one holds the migration", async () => {
  const url = await postgres.createDatabase("held");
  const first = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, first);
  const hold =
    "UPDATE tallybox.schema_version SET version = 7, holder = 'other', held_until = now() + interval";
  await query(url, `${hold} '1 hour'`);
  const second = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await (await first.as("manager")).put("/api/articles/1", { name: "Meanwhile", code: "A1" });
  await untilEqual(url, first);
  expect(await sitesOf(url)).toHaveLength(1);
  expect(await statusOf(second)).toMatchObject({ state: "connecting", failure: null });
  // The same machine goes on at once with what it has begun.
  await query(url, "UPDATE tallybox.schema_version SET holder = (SELECT machine FROM tallybox.site)");
  await first.restart();
  await untilEqual(url, first);
  await untilEqual(url, second);
});

test("a site that lacks a permission leaves the migration to another one", async () => {
  const url = await postgres.createDatabase("lacking");
  const first = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, first);
  await first.halt();
  for (const statement of [
    "CREATE ROLE weak LOGIN PASSWORD 'weak'",
    "GRANT USAGE ON SCHEMA tallybox TO weak",
    "GRANT ALL ON ALL TABLES IN SCHEMA tallybox TO weak",
    "UPDATE tallybox.schema_version SET version = 7",
  ])
    await query(url, statement);
  const weak = await startServer({
    settings: { HEAD_OFFICE_URL: url.replace(/\/\/[^@]+@/, "//weak:weak@") },
  });
  await eventually(async () => {
    const { failure } = await statusOf(weak);
    expect(failure).toMatchObject({ cause: expect.stringContaining("older than this version") });
  });
  const second = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, second);
  await untilEqual(url, weak);
});

test("a site leaves tables that are too old as they are, and says what to run", async () => {
  const url = await postgres.createDatabase("old");
  const server = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, server);
  await query(url, "UPDATE tallybox.schema_version SET version = 3");
  await server.restart();
  await eventually(async () => {
    const { failure } = await statusOf(server);
    expect(failure).toMatchObject({ cause: expect.stringContaining("Update them once with tallybox 0.1.0") });
  });
  expect(await query(url, VERSION)).toEqual([{ version: 3, holder: null, held_until: null }]);
});

test("an older version delivers to the tables of a newer one", async () => {
  const url = await postgres.createDatabase("newer");
  const first = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await untilEqual(url, first);
  await query(url, "ALTER TABLE tallybox.article ADD COLUMN later text");
  await query(url, "UPDATE tallybox.schema_version SET version = 99");
  const second = await startServer({ settings: { HEAD_OFFICE_URL: url } });
  await (await second.as("manager")).put("/api/articles/1", { name: "Older", code: "A1" });
  await untilEqual(url, second);
  expect(await query(url, VERSION)).toMatchObject([{ version: 99 }]);
});
