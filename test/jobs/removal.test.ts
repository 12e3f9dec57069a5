import { expect, test } from "vitest";
import { removeOldJobs, removeOldJournals } from "../../src/jobs/removal.ts";
import { type Db, sqlite, statement, type Tx } from "../../src/storage/database/statement.ts";
import type { JobKind } from "../../src/storage/jobs/job-kind.ts";
import { startServer } from "../harness/server.ts";

// The history of jobs and their journals do not grow for ever.

const DAY_MS = 24 * 3600 * 1000;
const module = new URL("file:///none");
const UNDOABLE: JobKind = { name: "undoable", module, journaled: [], isUndoable: true };
const OTHER: JobKind = { name: "other", module, journaled: [] };

const insertJob = statement((p: { kind: string; finishedDT: string | null }) =>
  sqlite.insertInto("job").values({
    ...{
      tenantId: 1,
      userId: 2,
      kind: p.kind,
      state: "done" as const,
      createdDT: "",
      change: 1,
    },
    ...{ undoState: null, subjectId: null, position: null, total: null, result: null, error: null },
    ...{ deviceTokenId: null, address: null, startedDT: null, finishedDT: p.finishedDT },
  }),
);
const insertChange = statement((p: { jobId: number; seq: number }) =>
  sqlite
    .insertInto("jobChange")
    .values({ jobId: p.jobId, seq: p.seq, tableName: "article", rowId: p.seq, before: null, change: 1 }),
);
const changes = statement((_: object) => sqlite.selectFrom("jobChange").select("jobId").orderBy("jobId"));
const jobs = statement((_: object) => sqlite.selectFrom("job").select("oid").orderBy("oid"));

function addJob(tx: Tx, kind: JobKind, daysAgo: number | null): number {
  const finishedDT = daysAgo === null ? null : new Date(Date.parse(tx.now) - daysAgo * DAY_MS).toISOString();
  const jobId = insertJob.run(tx, { kind: kind.name, finishedDT }).oid;
  for (const seq of [1, 2, 3]) insertChange.run(tx, { jobId, seq });
  return jobId;
}

const journalsIn = (db: Db) => [...new Set(changes.all(db, {}).map(({ jobId }) => jobId))];

test("journals are removed after seven days, and at once where the job can't be undone or is gone", async () => {
  const { storage, clock } = (await startServer()).appliance.dependencies;
  const kept = await storage.write(1, (tx) => {
    addJob(tx, UNDOABLE, 8);
    addJob(tx, OTHER, 0);
    return [addJob(tx, UNDOABLE, 6), addJob(tx, OTHER, null)];
  });
  const remove = () => storage.write(1, (tx) => removeOldJournals(tx, clock, [UNDOABLE, OTHER], 2));
  const removed: number[] = [];
  for (let rows = await remove(); rows > 0; rows = await remove()) removed.push(rows);
  expect(removed).toEqual([2, 1, 2, 1]);
  expect(journalsIn(storage.db)).toEqual(kept);
});

test("jobs are removed a year after their end, once they have no journal", async () => {
  const { storage, clock } = (await startServer()).appliance.dependencies;
  const [old, recent] = await storage.write(1, (tx) => [addJob(tx, OTHER, 366), addJob(tx, OTHER, 364)]);
  const remove = () => storage.write(1, (tx) => removeOldJobs(tx, 10));
  expect(await remove()).toBe(0);
  await storage.write(1, (tx) => removeOldJournals(tx, clock, [OTHER], 10));
  await storage.write(1, (tx) => removeOldJournals(tx, clock, [OTHER], 10));
  expect(await remove()).toBe(1);
  expect(jobs.all(storage.db, {}).map(({ oid }) => oid)).toEqual([recent]);
  expect(recent).not.toBe(old);
});
