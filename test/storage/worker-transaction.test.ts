import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Unavailable, WrongState } from "../../src/domain/errors.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import type { RenameInput } from "./rename-articles-thread.ts";

const module = new URL("./rename-articles-thread.ts", import.meta.url);
const BY = { userId: 2, deviceTokenId: null };

/** Starts the worker transaction of these tests; `onProgress` gets its progress. */
function startRename(
  server: TestServer,
  data: RenameInput,
  onProgress: (progress: string) => void = () => {},
  signal?: AbortSignal,
) {
  return server.appliance.dependencies.storage.runWorkerTransaction<number, string>(1, {
    module,
    data,
    by: BY,
    onProgress: onProgress,
    ...(signal && { signal }),
  });
}
const nameOf = async (server: TestServer, oid: number) =>
  (await (await server.as("user")).get(`/api/articles/${oid}`)).body.name;

const audited = statement((p: { cause: string }) =>
  sqlite.selectFrom("auditEntry").select(["userId", "changes"]).where("cause", "=", p.cause),
);

test("a worker transaction is one transaction, visible to all once it is committed, with its author in the audit", async () => {
  const server = await startServer();
  const tag = (await (await server.as("user")).get("/api/articles")).headers.get("etag");
  expect(await startRename(server, { name: "Renamed" })).toBe(500);
  expect(await nameOf(server, 1)).toBe("Renamed");
  const again = await (await server.as("user")).get("/api/articles", { "If-None-Match": tag ?? "" });
  expect(again.status).toBe(200);
  const rows = audited.all(server.appliance.dependencies.storage.db, { cause: "trial 1" });
  expect(rows).toHaveLength(500);
  expect(rows[0]).toMatchObject({ userId: 2, changes: expect.stringContaining('"Renamed"]]') });
  await server.restart();
  expect(await nameOf(server, 500)).toBe("Renamed");
});

test("a worker transaction passes its error to the caller unchanged, and changes nothing", async () => {
  const server = await startServer();
  const before = await nameOf(server, 1);
  const failure = await startRename(server, { name: "Renamed", end: "refuse" }).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(WrongState);
  expect(failure).toMatchObject({ text: { en: "not now", cs: "teď ne" } });
  expect(await nameOf(server, 1)).toBe(before);
});

test("a worker transaction lets reads continue and writes wait; when its caller ends it, it leaves nothing", async () => {
  const server = await startServer();
  const before = await nameOf(server, 1);
  const ending = new AbortController();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const write = startRename(server, { name: "Renamed", end: "wait" }, begun, ending.signal);
  const refused = write.catch((error: unknown) => error);
  await isUnderWay;
  expect(await nameOf(server, 1)).toBe(before);
  const manager = await server.as("manager");
  let isAnswered = false;
  const put = manager.put("/api/articles/2", { name: "Meanwhile" }).finally(() => {
    isAnswered = true;
  });
  expect((await manager.get("/api/locations")).status).toBe(200);
  // The watchdog and the health are not misled by the writes that wait.
  expect((await server.anonymous.get("/health/ready")).body.status).toBe("ok");
  expect(isAnswered).toBe(false);
  ending.abort();
  expect(await refused).toBeInstanceOf(Unavailable);
  expect((await put).status).toBe(200);
  expect(await nameOf(server, 1)).toBe(before);
});

test("a worker transaction leaves nothing and blocks no write when its thread dies", async () => {
  const server = await startServer();
  const before = await nameOf(server, 1);
  await expect(startRename(server, { name: "Renamed", end: "crash" })).rejects.toThrow("has ended");
  expect(await nameOf(server, 1)).toBe(before);
  expect((await (await server.as("manager")).put("/api/articles/2", { name: "After" })).status).toBe(200);
});

test.each(["refuse", "crash"] as const)(
  "a worker transaction that ends by a %s releases the log behind the last commit",
  async (end) => {
    const server = await startServer();
    const manager = await server.as("manager");
    await manager.put("/api/articles/2", { name: "Before" });
    const log = join(server.folder, `${server.appliance.dependencies.storage.status().generation}-wal`);
    const { size } = statSync(log);
    // As a transaction does for which the disk had no room.
    appendFileSync(log, Buffer.alloc(1024 * 1024, 1));
    await expect(startRename(server, { name: "Renamed", end })).rejects.toThrow();
    expect(statSync(log).size).toBe(size);
    await manager.put("/api/articles/3", { name: "After" });
    await server.restart();
    expect([await nameOf(server, 2), await nameOf(server, 3)]).toEqual(["Before", "After"]);
  },
);

test("a worker transaction runs after another one, and a stop of the server ends both", async () => {
  const server = await startServer();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const first = startRename(server, { name: "First", end: "wait" }, begun).catch((error: unknown) => error);
  const second = startRename(server, { name: "Second" }).catch((error: unknown) => error);
  await isUnderWay;
  await server.restart();
  expect(await first).toBeInstanceOf(Unavailable);
  expect(await second).toBeInstanceOf(Unavailable);
  expect(["First", "Second"]).not.toContain(await nameOf(server, 1));
});

test("a worker transaction is ended by a stop of the server in time for the writes that wait", async () => {
  const server = await startServer();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const refused = startRename(server, { name: "Renamed", end: "wait" }, begun).catch(
    (error: unknown) => error,
  );
  await isUnderWay;
  const manager = await server.as("manager");
  const put = manager.put("/api/articles/2", { name: "Waited" });
  // Its head was received when another request has been answered.
  expect((await manager.get("/api/locations")).status).toBe(200);
  await server.halt();
  expect((await put).status).toBe(200);
  expect(await refused).toBeInstanceOf(Unavailable);
  await server.restart();
  expect(await nameOf(server, 2)).toBe("Waited");
});

test("a worker transaction delays the next generation, which holds its writes", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const written = startRename(server, { name: "Renamed" });
  await Promise.all([written, storage.rotate()]);
  await (await server.as("manager")).put("/api/articles/2", { name: "After" });
  await server.restart();
  expect([await nameOf(server, 1), await nameOf(server, 2)]).toEqual(["Renamed", "After"]);
});
