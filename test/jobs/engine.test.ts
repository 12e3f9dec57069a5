import { linkSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { MISSING, principalOf, rowsOf, SCRIPT, type ScriptStep, scriptEngine } from "./scripted.ts";

// What can go wrong between the engine, its worker and the disk.

const rename = (oid: number): ScriptStep => ({
  writes: [["article", `UPDATE article SET name = name || '!', change = $change WHERE oid = ${oid}`]],
});
/** A broken job is not tried again while the test runs. */
const HOUR_MS = 3_600_000;
const startSliced = () => startServer({ sliceMs: 0 });
const flagIn = ({ folder }: TestServer) => join(mkdtempSync(join(folder, "flag-")), "once");
const renamed = (server: TestServer) => rowsOf(server)["article"]?.filter((row) => row.includes('!"'));

test("a program that breaks three times in a row fails, and its work is undone", async () => {
  const server = await startSliced();
  const before = rowsOf(server);
  const jobs = scriptEngine(server);
  const id = await jobs.start([rename(1), rename(2), { isBroken: true }]);
  const result = jobs.engine.result(1, id);
  await expect(result).rejects.toThrow(/Something went wrong/);
  expect(jobs.job(id)).toMatchObject({ state: "failed" });
  expect(rowsOf(server)).toEqual(before);
});

test("a program that can't be loaded fails, and the next job runs", async () => {
  const server = await startSliced();
  const jobs = scriptEngine(server);
  const broken = await jobs.start([rename(1)], MISSING);
  const next = await jobs.start([rename(2)]);
  expect(await jobs.end(broken)).toMatchObject({ state: "failed" });
  expect(await jobs.end(next)).toMatchObject({ state: "done" });
});

test("while the program of one tenant breaks, the job of another one goes on", async () => {
  const server = await startSliced();
  const first = scriptEngine(server, "manager", [SCRIPT], HOUR_MS);
  const broken = await first.start([{ isBroken: true }]);
  await eventually(() => expect(first.job(broken).state).toBe("running"));
  const admin2 = principalOf(server.appliance, "admin2");
  const steps = Array.from({ length: 50 }, () => ({}));
  const other = await first.engine.start(admin2, null, { kind: SCRIPT, input: steps });
  await first.engine.result(admin2.tenantId, other);
  expect(first.job(broken).state).toBe("running");
});

test("a worker that ends within a slice is replaced, and the slice is done once", async () => {
  const server = await startSliced();
  const jobs = scriptEngine(server);
  const id = await jobs.start([rename(1), { ...rename(2), exitOnce: flagIn(server) }, rename(3)]);
  await jobs.engine.result(1, id);
  expect(renamed(server)).toHaveLength(3);
});

test("a slice whose worker ends after the commit is not done again, and lists show it", async () => {
  const server = await startSliced();
  const jobs = scriptEngine(server);
  const list = await server.manager.get("/api/articles");
  const etag = { "If-None-Match": list.headers.get("etag") ?? "" };
  const id = await jobs.start([{ ...rename(1), exitOnce: flagIn(server), isAfterCommit: true }]);
  await jobs.engine.result(1, id);
  expect(renamed(server)).toHaveLength(1);
  expect(renamed(server)?.[0]).not.toContain("!!");
  expect((await server.manager.get("/api/articles", etag)).status).toBe(200);
});

test("a request that waits gets the result also when the worker ends after the last slice", async () => {
  const server = await startServer();
  const jobs = scriptEngine(server);
  const exit = { exitOnce: flagIn(server), isAfterCommit: true };
  const id = await jobs.start([{ ...rename(1), ...exit }]);
  expect(await jobs.engine.result(1, id)).toBeNull();
  expect(renamed(server)?.[0]).not.toContain("!!");
  expect(jobs.job(id).state).toBe("done");
});

test("a generation that is superseded while a job runs keeps its main file as it was", async () => {
  const server = await startSliced();
  const { storage } = server.appliance.dependencies;
  const jobs = scriptEngine(server);
  const steps = Array.from({ length: 300 }, (_, index) => rename(index + 1));
  const id = await jobs.start(steps);
  await eventually(() => expect(jobs.job(id).done).toBeGreaterThan(5));
  const file = join(server.folder, storage.status().generation);
  const before = readFileSync(file);
  // The storage removes superseded files.
  linkSync(file, `${file}.kept`);
  await storage.rotate();
  await jobs.engine.result(1, id);
  expect(renamed(server)).toHaveLength(300);
  expect(before.equals(readFileSync(`${file}.kept`))).toBe(true);
});
