import { expect, test } from "vitest";
import { openEventStream } from "../harness/events.ts";
import { startServer } from "../harness/server.ts";
import { articleList, startImport } from "../import/running.ts";
import { holdSlices } from "../jobs/slices.ts";
import { startJob } from "../jobs/waiting.ts";

// The topic `jobs` of the event stream.

/** A server with an inventory whose preparation has not begun. */
async function startHeld() {
  const server = await startServer({ sliceMs: 0 });
  const slices = holdSlices(server);
  const { oid } = (await server.manager.post("/api/inventories", { name: "Year end" })).body;
  const follow = async (userName: string) =>
    openEventStream(`${server.url}/api/events`, await server.tokenOf(userName));
  const prepare = () => startJob(server.manager, `/api/inventories/${oid}/prepare`);
  return { server, slices, oid, follow, prepare };
}

test("a manager follows a job of another computer from its start to its end", async () => {
  const { slices, oid, follow, prepare } = await startHeld();
  const events = await follow("both");
  const before = (await events.next("jobs"))?.data;
  expect(before).toEqual({ jobs: [], ended: before.ended });
  const path = await prepare();
  const [begun] = (await events.next("jobs"))?.data.jobs ?? [];
  expect(begun).toMatchObject({ kind: "prepare", isUndoing: false, canCancel: true, done: 0 });
  expect(begun).toMatchObject({ subjectId: oid, createdBy: "manager" });
  expect(path).toBe(`/api/jobs/${begun.id}`);
  await slices.run(5);
  let running = begun;
  while (running.done === 0) [running] = (await events.next("jobs"))?.data.jobs ?? [];
  expect(running.state).toBe("running");
  slices.release();
  let after = before;
  while (after.ended === before.ended) after = (await events.next("jobs"))?.data;
  expect(after.jobs).toEqual([]);
});

test("a running import has the name of its file", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { path } = await startImport(server, "articles", articleList(3), 1);
  const events = await openEventStream(`${server.url}/api/events`, await server.tokenOf("manager"));
  const [job] = (await events.next("jobs"))?.data.jobs ?? [];
  expect(path).toBe(`/api/jobs/${job.id}`);
  expect(job).toMatchObject({ kind: "import", fileName: "table.csv" });
});

test("another tenant gets no event because of a job", async () => {
  const { server, slices, follow, prepare } = await startHeld();
  const events = await follow("admin2");
  const jobs = (await events.next("jobs"))?.data;
  await events.next("changes");
  await prepare();
  await slices.run(5);
  await server.admin2.put("/api/articles/501", { name: "Theirs" });
  expect((await events.next())?.event).toBe("changes");
  expect(jobs.jobs).toEqual([]);
});

test("a terminal hears of a job by its stocktake alone", async () => {
  const { server, follow, prepare } = await startHeld();
  const [terminal, manager] = [await follow("user"), await follow("manager")];
  const before = (await terminal.next("changes"))?.data;
  await manager.next("jobs");
  await prepare();
  let jobs: unknown[] = [];
  while (jobs.length === 0) jobs = (await manager.next("jobs"))?.data.jobs;
  await server.manager.put("/api/articles/1", { name: "Changed" });
  let after = before;
  while (after.articles === before.articles) after = (await terminal.next("changes"))?.data;
  expect(after.stocktakes).toBeGreaterThan(before.stocktakes);
  const expected = { articles: 0, stocktakes: 0 };
  expect({ ...after, ...expected }).toEqual({ ...before, ...expected });
});
