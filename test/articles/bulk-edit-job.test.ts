import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { type HeldSlices, holdSlices } from "../jobs/slices.ts";
import { endOf, jobAt, startJob } from "../jobs/waiting.ts";
import { BULK_EDIT, ok, putStock, readArticle } from "./bulk-edit.ts";

// The bulk edit as a job: progress, cancelling, a stop, undoing.

const IDS = [11, 12, 13, 14, 15, 16];
const CHANGES = { stateId: 3, responsibleUserId: 2, locationId: 6 };
const AFTER = { stateId: 3, responsibleUserId: 2 };

interface BegunEdit {
  readonly server: TestServer;
  readonly manager: Client;
  readonly slices: HeldSlices;
  readonly before: readonly object[];
  readonly path: string;
}

const readAll = (client: Client) => Promise.all(IDS.map((oid) => readArticle(client, oid)));

/** A bulk edit of six articles, after this many of them. */
async function beginEdit(slicesRun: number): Promise<BegunEdit> {
  const server = await startServer({ sliceMs: 0 });
  const { manager } = server;
  await putStock(manager, 11, { 4: 2, 5: 3 });
  await putStock(manager, 12, {});
  const before = await readAll(manager);
  const slices = holdSlices(server);
  const path = await startJob(manager, BULK_EDIT, { ids: IDS, changes: CHANGES });
  await slices.run(slicesRun);
  return { server, manager, slices, before, path };
}

/** A bulk edit that has ended. */
async function finishEdit() {
  const begun = await beginEdit(0);
  begun.slices.release();
  expect(await endOf(begun.manager, begun.path)).toMatchObject({ kind: "bulkEdit", state: "done" });
  return begun;
}

test("the job shows its progress and its result, and the audit names it as the cause", async () => {
  const { server, manager, slices, path } = await beginEdit(3);
  expect(await jobAt(manager, path)).toMatchObject({ state: "running", done: 3, total: 6, canCancel: true });
  slices.release();
  const job = await endOf(manager, path);
  expect(job.result).toEqual({ changed: 6, unchanged: 0, refused: 0, refusals: [] });
  expect(job.undoUntil).not.toBeNull();
  const cause = encodeURIComponent(`bulk edit ${job.id}`);
  const entries = ok(await server.admin.get(`/api/audit?cause=${cause}`));
  expect(entries.length).toBeGreaterThanOrEqual(IDS.length);
});

test("while it runs, only the articles that it has changed can't be edited otherwise", async () => {
  const { manager } = await beginEdit(3);
  expect((await manager.put("/api/articles/11", { name: "Throne" })).status).toBe(409);
  expect((await manager.put("/api/articles/11/locations", { locations: [] })).status).toBe(409);
  expect((await manager.put("/api/articles/16", { name: "Throne" })).status).toBe(200);
});

test("cancelled in the middle, it leaves every article as it was", async () => {
  const { manager, slices, before, path } = await beginEdit(4);
  expect(await readArticle(manager, 11)).toMatchObject({ ...AFTER, stock: { 6: 5 } });
  expect((await manager.put(`${path}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(manager, path)).toMatchObject({ state: "cancelled", undoUntil: null });
  expect(await readAll(manager)).toEqual(before);
});

test("it goes on after a stop, and edits each article once", async () => {
  const { server, slices, path } = await beginEdit(3);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await server.restart();
  const job = await endOf(server.manager, path);
  expect(job.result).toMatchObject({ changed: 6, unchanged: 0, refused: 0 });
  for (const article of await readAll(server.manager)) expect(article).toMatchObject(AFTER);
  expect((await readArticle(server.manager, 11)).stock).toEqual({ 6: 5 });
  expect((await readArticle(server.manager, 12)).stock).toEqual({ 6: 1 });
});

test("undone, every article is as it was", async () => {
  const { manager, before, path } = await finishEdit();
  ok(await manager.put(`${path}/undo`));
  const job = await endOf(manager, path);
  expect(job).toMatchObject({ state: "undone", result: { leftCount: 0, left: [] } });
  expect(await readAll(manager)).toEqual(before);
  expect((await manager.put(`${path}/undo`)).status).toBe(400);
});

test("the undo leaves articles that were changed since, and names them", async () => {
  const { manager, before, path } = await finishEdit();
  ok(await manager.put("/api/articles/13", { name: "Throne" }));
  ok(await manager.put(`${path}/undo`));
  const job = await endOf(manager, path);
  expect(job.result).toMatchObject({
    leftCount: 1,
    left: [{ table: "article", name: expect.stringContaining("Throne"), reason: "changed" }],
  });
  expect(await readArticle(manager, 13)).toMatchObject({ name: "Throne", ...AFTER });
  expect(await readArticle(manager, 14)).toEqual(before[3]);
});

test.each<[string, Readonly<Record<number, number>>]>([
  ["moved in part", { 6: 3, 7: 2 }],
  ["moved back in part", { 4: 2, 6: 3 }],
  ["moved on", { 7: 5 }],
  ["removed", {}],
])("the undo leaves the whole stock of an article whose pieces were %s since", async (_, since) => {
  const { manager, before, path } = await finishEdit();
  await putStock(manager, 11, since);
  ok(await manager.put(`${path}/undo`));
  const job = await endOf(manager, path);
  expect(job.result).toMatchObject({
    leftCount: 1,
    left: [{ table: "articleLocation", name: expect.any(String), reason: "changed" }],
  });
  const { stock, ...fields } = (before[0] ?? {}) as { stock: object };
  expect(stock).toEqual({ 4: 2, 5: 3 });
  expect(await readArticle(manager, 11)).toEqual({ ...fields, stock: since });
  expect(await readArticle(manager, 12)).toEqual(before[1]);
});

test("the undo leaves the whole stock of an article whose former location was deleted since", async () => {
  const { manager } = await startServer();
  const { body: room } = await manager.post("/api/locations", { name: "Emptied" });
  await putStock(manager, 11, { [room.oid]: 2, 5: 3 });
  const path = await startJob(manager, BULK_EDIT, { ids: [11], changes: { locationId: 6 } });
  await endOf(manager, path);
  expect((await manager.delete(`/api/locations/${room.oid}`)).status).toBe(204);
  ok(await manager.put(`${path}/undo`));
  const job = await endOf(manager, path);
  expect(job.result).toMatchObject({
    leftCount: 1,
    left: [{ table: "articleLocation", name: expect.any(String), reason: "used" }],
  });
  expect((await readArticle(manager, 11)).stock).toEqual({ 6: 5 });
});

test("the undo of an edit of deleted articles leaves their stock to the undo of the deletion", async () => {
  const { manager, path } = await finishEdit();
  const deletion = await startJob(manager, "/api/articles/bulk-delete", { ids: [11] });
  await endOf(manager, deletion);
  for (const job of [path, deletion]) {
    ok(await manager.put(`${job}/undo`));
    await endOf(manager, job);
  }
  expect((await readArticle(manager, 11)).stock).toEqual({ 6: 5 });
});

test("while it runs, no pieces are added beside those that it has moved", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { manager } = server;
  await putStock(manager, 11, { 4: 2 });
  const slices = holdSlices(server);
  const path = await startJob(manager, BULK_EDIT, { ids: [11, 12, 13], changes: { locationId: 6 } });
  await slices.run(2);
  const added = { toLocationId: 4, quantity: 1 };
  expect((await manager.post("/api/articles/11/locations/move", added)).status).toBe(409);
  expect((await manager.put(`${path}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(manager, path)).toMatchObject({ state: "cancelled" });
  expect((await readArticle(manager, 11)).stock).toEqual({ 4: 2 });
});

test("an article that is deleted between two slices is refused and named, and so is each one whose new location is", async () => {
  const { manager, slices, path } = await beginEdit(0);
  expect((await manager.delete("/api/articles/14")).status).toBe(204);
  await slices.run(2);
  // It has stock now.
  expect((await manager.delete("/api/locations/6")).status).toBe(409);
  slices.release();
  const { result } = await endOf(manager, path);
  expect(result).toMatchObject({ changed: 5, refused: 1, refusals: [{ oid: 14 }] });
  const location = ok(await manager.get("/api/locations")).at(-1).oid;
  const again = await startJob(manager, BULK_EDIT, { ids: IDS, changes: { locationId: location } });
  expect(await endOf(manager, again)).toMatchObject({ result: { refused: 1 } });
});
