import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { sendOne } from "../inventories/count-requests.ts";
import { rowsOf, type ScriptStep, scriptEngine } from "./scripted.ts";
import { holdSlices } from "./slices.ts";
import { endOf, jobAt, startJob } from "./waiting.ts";

// The disk is full in the middle of a job: it waits, and goes on when there is room.

const disk = vi.hoisted(() => ({
  isFull: false,
  room: () => ({ bavail: disk.isFull ? 0 : 1e12, blocks: 1e12, bsize: 1 }),
}));
vi.mock("node:fs", async (load) => ({ ...(await load<object>()), statfsSync: disk.room }));
vi.mock("node:fs/promises", async (load) => ({ ...(await load<object>()), statfs: async () => disk.room() }));
beforeEach(() => {
  disk.isFull = false;
});

/** A bulk edit on a server whose disk became full after two articles. */
async function startWithoutRoom() {
  const server = await startServer({ sliceMs: 0 });
  const { manager } = server;
  const before = rowsOf(server);
  const slices = holdSlices(server);
  const edit = { ids: [11, 12, 13, 14], changes: { stateId: 3, locationId: 6 } };
  const path = await startJob(manager, "/api/articles/bulk-edit", edit);
  await slices.run(2);
  disk.isFull = true;
  await eventually(() => expect(server.appliance.dependencies.storage.status().isLow).toBe(true));
  slices.release();
  return { server, manager, before, path };
}

test("without room a job waits, and with room it goes on and can be undone completely", async () => {
  const { server, manager, before, path } = await startWithoutRoom();
  expect(await jobAt(manager, path)).toMatchObject({ state: "running", done: 2 });
  disk.isFull = false;
  expect(await endOf(manager, path)).toMatchObject({ state: "done", result: { changed: 4 } });
  expect((await manager.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(manager, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(rowsOf(server)).toEqual(before);
});

test("without room counts and edits are 503, and with room they succeed", async () => {
  const { manager, path } = await startWithoutRoom();
  const count = { operations: [{ operationId: crypto.randomUUID(), kind: "set", itemId: 101, quantity: 1 }] };
  const refused = await manager.post("/api/inventories/3/counts", count);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
  expect((await manager.put("/api/articles/11", { name: "Throne" })).status).toBe(503);
  disk.isFull = false;
  await endOf(manager, path);
  expect((await sendOne(manager, 3, { itemId: 101, quantity: 1 })).result).toBe("applied");
  expect((await manager.put("/api/articles/11", { name: "Throne" })).status).toBe(200);
});

test("a slice that the disk refuses is rolled back, tried again as often as it takes, and done once", async () => {
  const server = await startServer({ sliceMs: 0 });
  const jobs = scriptEngine(server);
  const slices = holdSlices(server);
  const room = join(server.folder, "room");
  const rename = (oid: number): ScriptStep => ({
    writes: [["article", `UPDATE article SET name = name || '!', change = $change WHERE oid = ${oid}`]],
  });
  const id = await jobs.start([rename(1), { ...rename(2), fullUntil: room }, rename(3)]);
  // More often than a broken program is tried.
  await slices.run(5);
  expect(jobs.job(id)).toMatchObject({ state: "running", done: 1 });
  const renamed = () => rowsOf(server)["article"]?.filter((row) => row.includes('!"'));
  expect(renamed()).toHaveLength(1);
  writeFileSync(room, "");
  slices.release();
  expect(await jobs.end(id)).toMatchObject({ state: "done", done: 3 });
  expect(renamed()).toHaveLength(3);
});
