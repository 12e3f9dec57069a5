import { expect, test } from "vitest";
import { rowsOf } from "../catalogue/rows.ts";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { JOBS, type Job, makeReady, startWork } from "../inventories/interrupted-work.ts";
import { principalOf, SCRIPT, scriptEngine } from "./scripted.ts";
import { type HeldSlices, holdSlices } from "./slices.ts";
import { jobAt, type ShownJob, startJob } from "./waiting.ts";

// A job knows its units of work from its beginning, so that the console can show a percentage.

/** The job as it is shown after each of its slices. */
async function everyState(client: Client, path: string, slices: HeldSlices): Promise<ShownJob[]> {
  const shown: ShownJob[] = [];
  while (shown.at(-1)?.state !== "done") {
    await slices.run(1);
    shown.push(await jobAt(client, path));
  }
  return shown;
}

/** Expects that the total is known after each slice, and done at the end. */
function expectTotal(shown: readonly ShownJob[], total: number): void {
  expect(shown.length).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(0);
  expect(shown.map((job) => job.total)).toEqual(shown.map(() => total));
  const done = shown.map((job) => job.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.at(-2)).toBe(total);
}

/** The units of each work on the stocktake of `makeReady`. */
const UNITS: Readonly<Record<Job, string>> = {
  "the first preparation": "SELECT count(*) n FROM articleLocation WHERE locationId IN ($A, $B)",
  "a repeated preparation": "SELECT count(*) n FROM inventoryItem WHERE inventoryId = $id",
  "an approval": "SELECT count(*) n FROM inventoryItem WHERE inventoryId = $id",
  "a reopening": `SELECT (SELECT count(*) FROM inventoryItem WHERE inventoryId = $id)
    + (SELECT count(*) FROM countOperation WHERE inventoryId = $id AND state = 'late') n`,
  "a close": "SELECT 0 n",
  "a decision": "SELECT count(*) n FROM inventoryItem WHERE inventoryId = $id AND movedDT IS NOT NULL",
};

const WITH_TOTAL = (Object.keys(JOBS) as Job[]).filter((job) => job !== "a close");

test.each(WITH_TOTAL)("%s shows its total from the beginning, and reaches it", async (job) => {
  const server = await startServer({ sliceMs: 0 });
  const { id, locations } = await makeReady(server, job);
  const ids = new Map([...locations, ["id", id]]);
  const [units] = rowsOf(
    server,
    UNITS[job].replaceAll(/\$(\w+)/g, (_, name) => String(ids.get(name))),
  );
  const slices = holdSlices(server);
  const path = await startWork(server, job, id);
  expectTotal(await everyState(server.manager, path, slices), Number(units?.["n"]));
});

test("a merge shows its total from the beginning, and reaches it", async () => {
  const server = await startServer({ sliceMs: 0 });
  const [uses] = rowsOf(server, "SELECT count(*) n FROM article WHERE categoryId = 3");
  const slices = holdSlices(server);
  const path = await startJob(server.manager, "/api/articlecategories/3/merge", { into: 1 });
  expect((await jobAt(server.manager, path)).total).toBe(uses?.["n"]);
  expectTotal(await everyState(server.manager, path, slices), Number(uses?.["n"]));
});

test("the total grows where others add units meanwhile, and is what was done at the end", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { engine, job, end } = scriptEngine(server);
  const by = principalOf(server.appliance, "manager");
  const seen: (number | null)[] = [];
  const id = await engine.start(by, null, { kind: SCRIPT, input: [{}, {}, {}], total: 2 });
  engine.onProgress(id, ({ total }) => seen.push(total));
  await end(id);
  expect(seen).toContain(2);
  expect(seen.every((total) => total !== null && total <= 3)).toBe(true);
  expect(job(id)).toMatchObject({ done: 3, total: 3 });
  const fewer = await engine.start(by, null, { kind: SCRIPT, input: [{}], total: 2 });
  expect(await end(fewer)).toMatchObject({ done: 1, total: 1 });
});
