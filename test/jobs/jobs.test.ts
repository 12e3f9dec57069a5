import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { holdSlices } from "./slices.ts";
import { endOf, jobAt, startJob } from "./waiting.ts";

// Long work (contract/decisions, "Long work"). Each kind of job has tests of its own beside its feature.

const everything = { name: "Year end" };

async function newInventory(manager: Client): Promise<number> {
  return (await manager.post("/api/inventories", everything)).body.oid;
}

async function itemsOf(client: Client, id: number): Promise<unknown[]> {
  return (await client.get(`/api/inventories/${id}/items?since=`)).body.items;
}

const prepare = (manager: Client, id: number) => startJob(manager, `/api/inventories/${id}/prepare`);

const startSliced = () => startServer({ sliceMs: 0 });

/** An inventory whose preparation has run for five slices. */
async function startPreparation(server: TestServer) {
  const { manager } = server;
  const slices = holdSlices(server);
  const id = await newInventory(manager);
  const path = await prepare(manager, id);
  await slices.run(5);
  return { manager, slices, id, path };
}

test("a request that prefers not to wait gets 202 at once, and the job shows its progress and its end", async () => {
  const server = await startSliced();
  const { manager, slices, id, path } = await startPreparation(server);
  expect(path).toMatch(/^\/api\/jobs\/\d+$/);
  const running = await jobAt(manager, path);
  expect(running).toMatchObject({ kind: "prepare", state: "running", createdBy: "manager", canCancel: true });
  expect(running.done).toBeGreaterThan(0);
  slices.release();
  const ended = await endOf(manager, path);
  expect(ended).toMatchObject({ state: "done", error: null, canCancel: false, undoUntil: null });
  expect(ended.done).toBe((await itemsOf(manager, id)).length);
  expect((await manager.get("/api/jobs")).body[0]).toEqual(ended);
});

test("a job goes on after a stop, and does nothing twice", async () => {
  const server = await startSliced();
  const whole = await newInventory(server.manager);
  await server.manager.put(`/api/inventories/${whole}/prepare`);
  const { slices, id, path } = await startPreparation(server);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await server.restart();
  expect(await endOf(server.manager, path)).toMatchObject({ state: "done" });
  expect(await itemsOf(server.manager, id)).toHaveLength((await itemsOf(server.manager, whole)).length);
});

test("a request that waits for a job gets 503 with the path of the job when the server stops", async () => {
  const server = await startSliced();
  const slices = holdSlices(server);
  const id = await newInventory(server.manager);
  const waiting = server.manager.put(`/api/inventories/${id}/prepare`);
  await slices.run(2);
  const stopping = server.halt();
  await slices.run(1);
  const response = await waiting;
  await stopping;
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("5");
  await server.restart();
  const path = response.headers.get("location") ?? "";
  expect(await endOf(server.manager, path)).toMatchObject({ state: "done" });
});

test("a cancelled job leaves nothing behind, in steps too", async () => {
  const server = await startSliced();
  const { manager, slices, id, path } = await startPreparation(server);
  expect((await itemsOf(manager, id)).length).toBeGreaterThan(0);
  const cancelled = await manager.put(`${path}/cancel`);
  expect(cancelled.body).toMatchObject({ state: "running", isUndoing: true, canCancel: false });
  slices.release();
  expect(await endOf(manager, path)).toMatchObject({ state: "cancelled", isUndoing: false });
  expect(await itemsOf(manager, id)).toEqual([]);
  expect((await manager.get(`/api/inventories/${id}`)).body.inventoryStateId).toBe(1);
  expect((await manager.put(`${path}/cancel`)).status).toBe(400);
});

test("a cancelled job is undone to its end after a stop", async () => {
  const server = await startSliced();
  const { manager, slices, id, path } = await startPreparation(server);
  await manager.put(`${path}/cancel`);
  const stopping = server.halt();
  await slices.run(1);
  await stopping;
  await server.restart();
  const again = server.manager;
  expect(await endOf(again, path)).toMatchObject({ state: "cancelled" });
  expect(await itemsOf(again, id)).toEqual([]);
});

test("one job of a tenant runs at a time, and the next one waits", async () => {
  const { manager, slices, path } = await startPreparation(await startSliced());
  const next = await prepare(manager, await newInventory(manager));
  expect(await jobAt(manager, next)).toMatchObject({ state: "waiting", done: 0 });
  slices.release();
  for (const job of [path, next]) expect(await endOf(manager, job)).toMatchObject({ state: "done" });
});

test("a waiting job can be cancelled before it begins, and the one behind it runs", async () => {
  const { manager, slices } = await startPreparation(await startSliced());
  const second = await newInventory(manager);
  const waiting = await prepare(manager, second);
  const third = await prepare(manager, await newInventory(manager));
  expect((await manager.put(`${waiting}/cancel`)).body).toMatchObject({ state: "cancelled" });
  slices.release();
  expect(await endOf(manager, third)).toMatchObject({ state: "done" });
  expect(await itemsOf(manager, second)).toEqual([]);
});

test("a job that a rule refuses at its end has failed, and its error is shown", async () => {
  const { manager } = await startSliced();
  const { oid: locationId } = (await manager.post("/api/locations", { name: "Empty hall" })).body;
  const { oid } = (await manager.post("/api/inventories", { name: "Nothing", locationIds: [locationId] }))
    .body;
  expect((await manager.put(`/api/inventories/${oid}/prepare`)).status).toBe(400);
  const [job] = (await manager.get("/api/jobs")).body;
  expect(job).toMatchObject({ state: "failed", canCancel: false, undoUntil: null });
  expect(job.error.message).toMatch(/no articles/);
});

test("a job is cancelled by whoever began it or by an Admin, and seen by its own tenant alone", async () => {
  const server = await startSliced();
  const { slices, path } = await startPreparation(server);
  const [admin, other, stranger] = [server.admin, await server.as("both"), server.admin2];
  expect((await other.get(path)).status).toBe(200);
  expect((await other.put(`${path}/cancel`)).status).toBe(403);
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.put(`${path}/cancel`)).status).toBe(404);
  expect((await stranger.get("/api/jobs")).body).toEqual([]);
  expect((await admin.put(`${path}/cancel`)).status).toBe(200);
  slices.release();
  expect(await endOf(admin, path)).toMatchObject({ state: "cancelled" });
});

test("work of a kind that can't be undone is 400", async () => {
  const server = await startSliced();
  const { manager, slices, path } = await startPreparation(server);
  expect((await manager.put(`${path}/undo`)).status).toBe(400);
  slices.release();
  await endOf(manager, path);
  expect((await manager.put(`${path}/undo`)).body.message).toMatch(/can't be undone/);
});
