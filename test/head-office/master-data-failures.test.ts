import { afterAll, beforeAll, expect, test } from "vitest";
import { BULK_EDIT } from "../articles/bulk-edit.ts";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { articleOf, EVERY_SITE, officeStatus, putRow } from "./master.ts";
import { type Postgres, query, startPostgres } from "./postgres.ts";
import { createOffice, type Office } from "./set-up.ts";

// Master data while something is in the way: a job, a crash, a full list.

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.remove());

let databases = 0;
const office = () => createOffice(postgres, `failures_${++databases}`);

async function startSite(
  head: Office,
  options: { from?: string; sliceMs?: number } = {},
): Promise<TestServer> {
  const server = await startServer({ settings: { HEAD_OFFICE_URL: head.site }, ...options });
  await eventually(async () => expect((await officeStatus(server)).masterData.readAt).not.toBe(null));
  return server;
}

/** Gives 300 articles of the demo this name. */
const nameAll = (url: string, name: string) =>
  query(
    url,
    `INSERT INTO tallybox.master_article (site, code, name)
     SELECT '${EVERY_SITE}', 'A' || lpad(n::text, 6, '0'), $1 FROM generate_series(1, 300) n
     ON CONFLICT (site, code) DO UPDATE SET name = excluded.name, changed_at = now()`,
    [name],
  );

/** The number of articles of the site with this name. */
async function countNamed(server: TestServer, name: string): Promise<number> {
  const { body } = await server.manager.get("/api/articles");
  return body.filter((article: { name: string }) => article.name === name).length;
}

test("an article that a running job has changed is changed after the job, and the others at once", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head, { sliceMs: 0 });
  const slices = holdSlices(server);
  const job = await startJob(server.manager, BULK_EDIT, { ids: [1, 2], changes: { stateId: 3 } });
  await slices.run(1);
  await putRow(url, "A000001", { name: "Held" });
  await putRow(url, "A000003", { name: "Free" });
  await eventually(async () => {
    expect(await articleOf(server.manager, "A000003")).toMatchObject({ name: "Free" });
    const { rejected } = (await officeStatus(server)).masterData;
    expect(rejected).toMatchObject([{ code: "A000001" }]);
  });
  slices.release();
  await endOf(server.manager, job);
  await eventually(async () => {
    expect(await articleOf(server.manager, "A000001")).toMatchObject({ name: "Held", state: { oid: 3 } });
    expect((await officeStatus(server)).masterData.rejectedCount).toBe(0);
  });
});

test("a site killed in the middle of applying has everything after the next start", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await nameAll(url, "From the office");
  await eventually(async () => expect(await countNamed(server, "From the office")).toBeGreaterThan(0));
  // The folder as a power cut would leave it.
  const killed = startServer({ from: server.folder, settings: { HEAD_OFFICE_URL: head.site } });
  await server.stop();
  await query(url, "UPDATE tallybox.site SET heard_at = now() - interval '1 hour'");
  const again = await killed;
  await eventually(async () => expect(await countNamed(again, "From the office")).toBe(300));
});

test("values that the head office changes back and forth end as the last ones", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  for (let round = 1; round <= 5; round++) await nameAll(url, `Round ${round}`);
  await eventually(async () => expect(await countNamed(server, "Round 5")).toBe(300));
  await eventually(async () =>
    expect((await officeStatus(server)).masterData).toMatchObject({ owned: 300, rejectedCount: 0 }),
  );
});

test("articles that differ from the head office for another reason are set right when everything is read", async () => {
  const head = await office();
  const { url } = head;
  const server = await startSite(head);
  await putRow(url, "A000001", { name: "Right", category: "Right ones" });
  const { manager } = server;
  await eventually(async () => expect(await articleOf(manager, "A000001")).toMatchObject({ name: "Right" }));
  // As a cancelled job or a restored backup may leave it.
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("article");
    tx.query(
      { sql: "UPDATE article SET name = 'Wrong', categoryId = 1, change = ? WHERE oid = 1", reads: [] },
      [],
    ).run(tx.change);
  });
  await query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tallybox' AND datname = current_database()",
  );
  await eventually(async () =>
    expect(await articleOf(manager, "A000001")).toMatchObject({
      ...{ name: "Right", category: { name: "Right ones" } },
    }),
  );
});
