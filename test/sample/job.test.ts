import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { holdSlices } from "../jobs/slices.ts";
import { endOf, jobAt } from "../jobs/waiting.ts";
import { articleOf, done, found, locationOf, rowsOf, STOCKTAKE, startNewServer } from "./sample-server.ts";

// Adding sample data is a job that can be undone for seven days.

const PATH = "/api/sample";
/** What an undo does not take back: counters, the history of jobs and of changes, and marks without a record. */
const GOES_ON = {
  ...{
    changeCounter: null,
    deletedArticle: null,
    job: null,
    jobInput: null,
    jobChange: null,
    changeEntry: null,
  },
  ...{ auditEntry: null, auditValue: null, sampleRecord: null },
};
const isThere = async (admin: Client) => done(await admin.get(PATH)).isThere;
/** The job that has run last. */
const lastJob = async (admin: Client) => `/api/jobs/${done(await admin.get("/api/jobs"))[0].id}`;

async function start(admin: Client): Promise<string> {
  const response = await admin.post(PATH, undefined, { Prefer: "respond-async" });
  expect(response.status, response.text).toBe(202);
  return response.headers.get("location") ?? "";
}

async function undo(admin: Client) {
  const job = await lastJob(admin);
  done(await admin.put(`${job}/undo`));
  return endOf(admin, job);
}

test("sample data that nobody has used are undone without a trace, and can be added again", async () => {
  const { server, admin } = await startNewServer();
  done(await admin.post("/api/articlecategories", { name: "Mine" }));
  const before = rowsOf(server);
  done(await admin.post(PATH));
  expect(await jobAt(admin, await lastJob(admin))).toMatchObject({
    ...{ kind: "sample", state: "done", done: 58, total: 58, createdBy: "jana" },
    undoUntil: expect.any(String),
  });
  expect(await undo(admin)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect({ ...rowsOf(server), ...GOES_ON }).toEqual({ ...before, ...GOES_ON });
  expect(await isThere(admin)).toBe(false);
  expect(done(await admin.post(PATH))).toMatchObject({ isThere: true, articles: 40 });
});

test("the undo leaves records in use, names them, and they stay sample data that can be removed", async () => {
  const { server, admin } = await startNewServer();
  const before = rowsOf(server);
  done(await admin.post(PATH));
  const drill = await articleOf(admin, "0001");
  done(await admin.put(`/api/articles/${drill}`, { name: "Renamed drill" }));
  done(await admin.put(`/api/inventories/${await found(admin, "inventories", STOCKTAKE)}/prepare`));
  const [preparation] = done(await admin.get("/api/jobs"));
  expect(preparation.kind).toBe("prepare");
  const job = `/api/jobs/${preparation.id - 1}`;
  done(await admin.put(`${job}/undo`));
  const { result } = (await endOf(admin, job)) as { result: { leftCount: number; left: object[] } };
  expect(result.left).toEqual(
    expect.arrayContaining([
      { table: "inventory", name: STOCKTAKE, reason: "changed" },
      { table: "article", name: "SAMPLE-0001 Renamed drill", reason: "changed" },
      { table: "location", name: "Rack A1", reason: "used" },
    ]),
  );
  // 15 articles of the stocktake with the locations above them.
  expect(done(await admin.get(PATH))).toMatchObject({ isThere: true, articles: 15, inventories: 1 });
  const aisle = await locationOf(admin, "-H-A");
  expect(rowsOf(server)["inventoryLocation"]).toMatchObject([{ locationId: aisle }]);
  expect((await admin.post(PATH)).status).toBe(409);
  expect((await admin.delete(PATH)).status).toBe(204);
  expect(await isThere(admin)).toBe(false);
  expect(done(await admin.get("/api/locations"))).toEqual([]);
  expect(rowsOf(server)["inventoryLocation"]).toEqual(before["inventoryLocation"]);
});

test("a stocktake that another record refers to stays with its selected locations and its history", async () => {
  const { server, admin } = await startNewServer();
  done(await admin.post(PATH));
  const added = rowsOf(server);
  const sql =
    "INSERT INTO countingTerminal (inventoryId, terminal, tenantId, userId, pending, at) SELECT oid, 'T', tenantId, 1, 0, '' FROM inventory";
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("countingTerminal");
    return tx.query({ sql, reads: [] }, []).run().changes;
  });
  const { result } = await undo(admin);
  expect(result).toMatchObject({
    left: expect.arrayContaining([{ table: "inventory", name: STOCKTAKE, reason: "used" }]),
  });
  for (const table of ["inventory", "inventoryLocation", "inventoryTransition"])
    expect(rowsOf(server)[table]).toEqual(added[table]);
});

test("own records that use sample records keep them over an undo", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  const category = await found(admin, "articlecategories", "Tools (sample)");
  const typeId = done(await admin.post("/api/articletypes", { name: "Mine" })).oid;
  const lamp = { code: "L1", name: "Lamp", categoryId: category, typeId, stateId: 2 };
  const { oid } = done(await admin.post("/api/articles", lamp));
  const locations = [{ locationId: await locationOf(admin, "-D"), quantity: 1 }];
  done(await admin.put(`/api/articles/${oid}/locations`, { locations }));
  const { result } = await undo(admin);
  expect(result).toMatchObject({
    leftCount: 3,
    left: [
      { table: "articleCategory", name: "Tools (sample)", reason: "used" },
      { table: "location", name: "Dispatch", reason: "used" },
      { table: "location", name: "Sample warehouse", reason: "used" },
    ],
  });
  expect(done(await admin.get("/api/articles"))).toMatchObject([{ code: "L1" }]);
  expect(await isThere(admin)).toBe(true);
});

/** The job after 30 slices. */
async function startHalf() {
  const { server, admin } = await startNewServer({ sliceMs: 0 });
  const before = rowsOf(server);
  const slices = holdSlices(server);
  const job = await start(admin);
  await slices.run(30);
  return { server, admin, before, slices, job };
}

test("while the job runs, its records can't be removed", async () => {
  const { admin } = await startHalf();
  expect((await admin.delete(PATH)).status).toBe(409);
});

test("cancelled half way, the job leaves nothing", async () => {
  const { server, admin, before, slices, job } = await startHalf();
  done(await admin.put(`${job}/cancel`));
  slices.release();
  expect(await endOf(admin, job)).toMatchObject({ state: "cancelled", result: { leftCount: 0 } });
  expect({ ...rowsOf(server), ...GOES_ON }).toEqual({ ...before, ...GOES_ON });
});

test("after a restart half way the job goes on, and adds each record once", async () => {
  const { server, admin } = await startNewServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const job = await start(admin);
  await slices.run(30);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await server.restart();
  const again = await server.as("jana");
  expect(await endOf(again, job)).toMatchObject({ state: "done", done: 58 });
  expect(done(await again.get(PATH))).toMatchObject({ articles: 40, locations: 12, inventories: 1 });
});

test("the undo of removed sample data finds nothing to do", async () => {
  const { admin } = await startNewServer();
  done(await admin.post(PATH));
  done(await admin.delete(PATH));
  expect(await undo(admin)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
});
