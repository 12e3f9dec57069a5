import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { attach, createPdf } from "../photos/attach.ts";

/** From now on, all writes of uploads after the first `good` fail as on a full disk. */
function fillDiskAfter(good: number): void {
  const write = fs.write.bind(fs) as (...args: unknown[]) => void;
  let writes = 0;
  const failing = (...args: unknown[]) => {
    if (writes++ < good) return write(...args);
    const done = args.at(-1) as (error: Error) => void;
    process.nextTick(done, Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  };
  const spy = vi.spyOn(fs, "write").mockImplementation(failing as typeof fs.write);
  onTestFinished(() => spy.mockRestore());
}

test.each([
  ["any of a small file", 20, 0],
  ["any of a large file", 300_000, 0],
  ["the end of a large file", 300_000, 2],
])("where the disk does not take %s, the upload gets 503: terminals send it again", async (_, size, good) => {
  const server = await startServer();
  const manager = await server.as("manager");
  fillDiskAfter(good);
  expect((await attach(manager, 1, createPdf(size))).status).toBe(503);
  vi.restoreAllMocks();
  expect((await attach(manager, 1, createPdf(size))).status).toBe(201);
});

test("a table whose end the disk has not taken is not imported", async () => {
  const server = await startServer();
  const admin = await server.as("admin");
  const rows = Array.from({ length: 20_000 }, (_, n) => `A${n},Renamed`).join("\n");
  fillDiskAfter(1);
  expect((await check(admin, "articles", `Code,Name\n${rows}`)).status).toBe(503);
});
