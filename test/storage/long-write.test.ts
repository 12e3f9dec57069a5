import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Unavailable, WrongState } from "../../src/domain/errors.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { aBox, type TestBox } from "../harness/box.ts";
import type { Naming } from "./long/name-thread.ts";

const module = new URL("./long/name-thread.ts", import.meta.url);
const BY = { userId: 2, deviceTokenId: null };

/** Starts the long write of these tests; `told` gets its progress. */
function naming(
  box: TestBox,
  data: Naming,
  told: (progress: string) => void = () => {},
  signal?: AbortSignal,
) {
  return box.appliance.dependencies.storage.runWorkerTransaction<number, string>(1, {
    module,
    data,
    by: BY,
    onProgress: told,
    ...(signal && { signal }),
  });
}
const nameOf = async (box: TestBox, oid: number) =>
  (await (await box.as("user")).get(`/api/articles/${oid}`)).body.name;

const audited = statement((p: { cause: string }) =>
  sqlite.selectFrom("auditEntry").select(["userId", "changes"]).where("cause", "=", p.cause),
);

test("is one transaction, seen by everybody once it is made, with its author in the audit", async () => {
  const box = await aBox();
  const tag = (await (await box.as("user")).get("/api/articles")).headers.get("etag");
  expect(await naming(box, { name: "Renamed" })).toBe(500);
  expect(await nameOf(box, 1)).toBe("Renamed");
  const again = await (await box.as("user")).get("/api/articles", { "If-None-Match": tag ?? "" });
  expect(again.status).toBe(200);
  const rows = audited.all(box.appliance.dependencies.storage.db, { cause: "trial 1" });
  expect(rows).toHaveLength(500);
  expect(rows[0]).toMatchObject({ userId: 2, changes: expect.stringContaining('"Renamed"]]') });
  await box.restart();
  expect(await nameOf(box, 500)).toBe("Renamed");
});

test("what it refuses reaches the caller as the same refusal, and nothing is changed", async () => {
  const box = await aBox();
  const before = await nameOf(box, 1);
  const failure = await naming(box, { name: "Renamed", end: "refuse" }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WrongState);
  expect(failure).toMatchObject({ text: { en: "not now", cs: "teď ne" } });
  expect(await nameOf(box, 1)).toBe(before);
});

test("while it runs reads are answered and writes wait; ended by its caller it leaves nothing", async () => {
  const box = await aBox();
  const before = await nameOf(box, 1);
  const ending = new AbortController();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const write = naming(box, { name: "Renamed", end: "wait" }, begun, ending.signal);
  const refused = write.catch((error: unknown) => error);
  await isUnderWay;
  expect(await nameOf(box, 1)).toBe(before);
  const manager = await box.as("manager");
  let isAnswered = false;
  const put = manager.put("/api/articles/2", { name: "Meanwhile" }).finally(() => {
    isAnswered = true;
  });
  expect((await manager.get("/api/locations")).status).toBe(200);
  // The watchdog and the health are not misled by the writes that wait.
  expect((await box.anonymous.get("/health/ready")).body.status).toBe("ok");
  expect(isAnswered).toBe(false);
  ending.abort();
  expect(await refused).toBeInstanceOf(Unavailable);
  expect((await put).status).toBe(200);
  expect(await nameOf(box, 1)).toBe(before);
});

test("a thread that dies leaves nothing and holds nobody back", async () => {
  const box = await aBox();
  const before = await nameOf(box, 1);
  await expect(naming(box, { name: "Renamed", end: "crash" })).rejects.toThrow("has ended");
  expect(await nameOf(box, 1)).toBe(before);
  expect((await (await box.as("manager")).put("/api/articles/2", { name: "After" })).status).toBe(200);
});

test.each(["refuse", "crash"] as const)(
  "one that ends by a %s gives back what it has left behind the last commit",
  async (end) => {
    const box = await aBox();
    const manager = await box.as("manager");
    await manager.put("/api/articles/2", { name: "Before" });
    const log = join(box.folder, `${box.appliance.dependencies.storage.status().generation}-wal`);
    const { size } = statSync(log);
    // As a transaction does for which the disk had no room.
    appendFileSync(log, Buffer.alloc(1024 * 1024, 1));
    await expect(naming(box, { name: "Renamed", end })).rejects.toThrow();
    expect(statSync(log).size).toBe(size);
    await manager.put("/api/articles/3", { name: "After" });
    await box.restart();
    expect([await nameOf(box, 2), await nameOf(box, 3)]).toEqual(["Before", "After"]);
  },
);

test("two run one after the other, and a stop of the box ends both", async () => {
  const box = await aBox();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const first = naming(box, { name: "First", end: "wait" }, begun).catch((error: unknown) => error);
  const second = naming(box, { name: "Second" }).catch((error: unknown) => error);
  await isUnderWay;
  await box.restart();
  expect(await first).toBeInstanceOf(Unavailable);
  expect(await second).toBeInstanceOf(Unavailable);
  expect(["First", "Second"]).not.toContain(await nameOf(box, 1));
});

test("a stop of the box ends it in time for the requests that wait to write", async () => {
  const box = await aBox();
  let begun = () => {};
  const isUnderWay = new Promise<void>((done) => {
    begun = done;
  });
  const refused = naming(box, { name: "Renamed", end: "wait" }, begun).catch((error: unknown) => error);
  await isUnderWay;
  const manager = await box.as("manager");
  const put = manager.put("/api/articles/2", { name: "Waited" });
  // Its head was received when another request has been answered.
  expect((await manager.get("/api/locations")).status).toBe(200);
  await box.halt();
  expect((await put).status).toBe(200);
  expect(await refused).toBeInstanceOf(Unavailable);
  await box.restart();
  expect(await nameOf(box, 2)).toBe("Waited");
});

test("the next generation waits for it, and holds what it wrote", async () => {
  const box = await aBox();
  const { storage } = box.appliance.dependencies;
  const written = naming(box, { name: "Renamed" });
  await Promise.all([written, storage.rotate()]);
  await (await box.as("manager")).put("/api/articles/2", { name: "After" });
  await box.restart();
  expect([await nameOf(box, 1), await nameOf(box, 2)]).toEqual(["Renamed", "After"]);
});
