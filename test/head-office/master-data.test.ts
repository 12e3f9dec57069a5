import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { articleOf, EVERY_SITE, officeStatus, putRow } from "./master.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice, type Office } from "./set-up.ts";

// A site reads the master data of the head office and applies them.

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

let databases = 0;
const office = () => createOffice(postgres, `master_${++databases}`);

/** A site of a head office, after it has read the master data once. */
async function startSite(head: Office): Promise<TestServer> {
  const server = await startServer({ settings: { HEAD_OFFICE_URL: await head.addLogin() } });
  await untilRead(server);
  return server;
}

const untilRead = (server: TestServer) =>
  eventually(async () => expect((await officeStatus(server)).masterData.readAt).not.toBe(null));

/** Resolves when the article has these values. */
async function untilArticle(server: TestServer, code: string, values: object): Promise<void> {
  await eventually(async () => expect(await articleOf(server.manager, code)).toMatchObject(values));
}

/** Cuts the line of every site: each connects again and reads everything. */
const cutLines = (url: string) =>
  query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tallybox' AND datname = current_database()",
  );

const siteOf = async (server: TestServer): Promise<string> => (await officeStatus(server)).site;

test("names and categories of the head office arrive, with a new category, and the audit names the head office", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await putRow(url, "A000001", { name: "Pump", category: "Pumps" });
  await putRow(url, "A000002", { category: "pumps" });
  await putRow(url, "NOWHERE", { name: "Not here" });
  await untilArticle(server, "A000001", { name: "Pump", category: { name: "Pumps" } });
  await untilArticle(server, "A000002", { category: { name: "Pumps" }, ownedFields: ["code", "category"] });
  await eventually(async () => expect((await officeStatus(server)).masterData.owned).toBe(3));
  expect(await articleOf(server.manager, "NOWHERE")).toBe(null);
  expect((await server.manager.put("/api/articles/1", { name: "Other" })).status).toBe(400);
  const [entry] = (await server.admin.get("/api/audit?entity=article&entityId=1")).body;
  expect(entry).toMatchObject({ user: null, cause: expect.stringMatching(/^head-office \d+$/) });
  expect(JSON.stringify(entry.changes)).toContain("Pump");
  // What the site has changed is delivered.
  await eventually(async () => {
    const rows = await query(url, "SELECT name, modified_by FROM tallybox.article WHERE code = 'A000001'");
    expect(rows).toEqual([{ name: "Pump", modified_by: "head office" }]);
  });
});

test("a site's own row takes precedence over that of every site", async () => {
  const head = await office();
  const { url } = head;
  const [first, second] = [await startSite(head), await startSite(head)];
  const site = await siteOf(second);
  await putRow(url, "A000001", { name: "Own", site });
  await putRow(url, "A000001", { name: "General", category: "General" });
  await untilArticle(first, "A000001", { name: "General", category: { name: "General" } });
  await untilArticle(second, "A000001", { name: "Own", ownedFields: ["code", "name"] });
  await putRow(url, "A000001", { name: "General 2" });
  await untilArticle(first, "A000001", { name: "General 2" });
  await untilArticle(second, "A000001", { name: "Own" });
  // A row of another site is of no interest.
  await putRow(url, "A000003", { name: "Second", site });
  await untilArticle(second, "A000003", { name: "Second" });
  expect((await articleOf(await first.as("manager"), "A000003")).ownedFields).toEqual([]);
  await query(url, "DELETE FROM tallybox.master_article WHERE site = $1", [site]);
  await cutLines(url);
  await untilArticle(second, "A000001", { name: "General 2" });
  await untilArticle(second, "A000003", { ownedFields: [], name: "Second" });
});

test("a deleted row, and one changed without changed_at, are found when everything is read", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await putRow(url, "A000001", { name: "Pump" });
  await putRow(url, "A000002", { name: "Drill" });
  await untilArticle(server, "A000002", { name: "Drill" });
  await query(url, "DELETE FROM tallybox.master_article WHERE code = 'A000001'");
  await query(url, "UPDATE tallybox.master_article SET name = 'Saw', changed_at = '2001-01-01'");
  await cutLines(url);
  await untilArticle(server, "A000002", { name: "Saw" });
  await untilArticle(server, "A000001", { name: "Pump", ownedFields: [] });
  expect((await server.manager.put("/api/articles/1", { name: "Other" })).status).toBe(200);
});

/** A head office with four rows that can't be applied, and its site, which has read them. */
async function siteWithRejectedRows() {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await putRow(url, "A000001", { name: "Pump" });
  await untilArticle(server, "A000001", { name: "Pump" });
  await putRow(url, "A000001", { name: "x".repeat(201) });
  await putRow(url, " A000002", { name: "Space" });
  await putRow(url, "A000003", { name: " " });
  await putRow(url, "A000004", { name: "Fine", category: "a\u0007b" });
  await putRow(url, "A000005", { name: "Last" });
  await untilArticle(server, "A000005", { name: "Last" });
  await eventually(async () => expect((await officeStatus(server)).masterData.rejectedCount).toBe(4));
  return { url, server };
}

test("rows that can't be applied are named and skipped while the delivery goes on", async () => {
  const { server } = await siteWithRejectedRows();
  await eventually(async () => {
    const { masterData, state } = await officeStatus(server);
    expect(masterData).toMatchObject({ rejectedCount: 4, failure: null });
    expect(masterData.rejected.map(({ code }: { code: string }) => code).sort()).toEqual([
      ...[" A000002", "A000001", "A000003", "A000004"],
    ]);
    expect(masterData.rejected.find(({ code }: { code: string }) => code === "A000001").reason).toContain(
      "200",
    );
    expect(state).toBe("current");
  });
  expect((await server.admin.get("/metrics")).text).toContain("tallybox_head_office_rejected_rows 4\n");
});

test("what was owned before stays when a changed row can't be applied", async () => {
  const { server } = await siteWithRejectedRows();
  await untilArticle(server, "A000001", { name: "Pump", ownedFields: ["code", "name"] });
});

test("rejected rows are looked at each time, even if changed_at stays", async () => {
  const { url, server } = await siteWithRejectedRows();
  await query(
    url,
    "UPDATE tallybox.master_article SET name = 'Mended', changed_at = '2001-01-01' WHERE code = 'A000001'",
  );
  await untilArticle(server, "A000001", { name: "Mended" });
  await query(url, "DELETE FROM tallybox.master_article WHERE code <> 'A000001'");
  await eventually(async () => expect((await officeStatus(server)).masterData.rejectedCount).toBe(0));
});

test("a table that can't be read does not stop the delivery", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await query(url, "ALTER TABLE tallybox.master_article RENAME TO away");
  await eventually(async () => expect((await officeStatus(server)).masterData.failure).toBeTruthy());
  await server.manager.put("/api/articles/1", { name: "Delivered" });
  await eventually(async () => {
    const rows = await query(url, "SELECT name FROM tallybox.article WHERE code = 'A000001'");
    expect(rows).toEqual([{ name: "Delivered" }]);
  });
  await query(url, "ALTER TABLE tallybox.away RENAME TO master_article");
  await eventually(async () => expect((await officeStatus(server)).masterData.failure).toBe(null));
  await query(url, "ALTER TABLE tallybox.master_article ALTER COLUMN name TYPE integer USING 1");
  await putRow(url, "A000002", { category: "Cables" });
  await eventually(async () => {
    const { state, masterData } = await officeStatus(server);
    expect([state, Boolean(masterData.failure)]).toEqual(["current", true]);
  });
});

test("more rows than a page arrive, and a line cut in the middle removes nothing", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  const insert = (from: number, to: number, name: string) =>
    query(
      url,
      `INSERT INTO tallybox.master_article (site, code, name)
       SELECT '${EVERY_SITE}', 'M' || lpad(n::text, 6, '0'), $1 FROM generate_series($2::int, $3::int) n`,
      [name, from, to],
    );
  await insert(1, 2500, "Many");
  await eventually(async () => expect((await officeStatus(server)).masterData.owned).toBe(2500));
  for (let cut = 0; cut < 5; cut++) {
    await cutLines(url);
    expect((await officeStatus(server)).masterData.owned).toBe(2500);
  }
  await query(url, "DELETE FROM tallybox.master_article WHERE code > 'M000007'");
  await cutLines(url);
  await eventually(async () => expect((await officeStatus(server)).masterData.owned).toBe(7));
  const refused = await server.manager.post("/api/articles", {
    ...{ code: "M000007", name: "Few", categoryId: 1, typeId: 1, stateId: 2 },
  });
  expect(refused.status).toBe(400);
});

test("an office and a site that end and begin again agree", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await putRow(url, "A000001", { name: "Before" });
  await untilArticle(server, "A000001", { name: "Before" });
  await postgres.kill();
  expect((await server.manager.put("/api/articles/1", { name: "Other" })).status).toBe(400);
  await server.halt();
  await postgres.start();
  await putRow(url, "A000001", { name: "Meanwhile" });
  await server.restart();
  await untilArticle(server, "A000001", { name: "Meanwhile" });
});
