import fs from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { startServer } from "../harness/server.ts";
import { check } from "../import/uploads.ts";
import { attach, createPdf } from "../photos/attach.ts";

const STANDARD_OUTPUT = 1;

/** From now on, writes of uploads fail as on a full disk once they would exceed this number of bytes. */
function fillDiskAfter(free: number): void {
  let used = 0;
  const onFullDisk = (write: Write, bytesOf: (data: unknown) => number): Write => {
    return (...args) => {
      // The server's log is written elsewhere.
      if (args[0] === STANDARD_OUTPUT) return write(...args);
      used += bytesOf(args[1]);
      if (used <= free) return write(...args);
      const done = args.at(-1) as (error: Error) => void;
      process.nextTick(done, Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    };
  };
  const lengthOf = (data: unknown) => (data as Buffer).length;
  // What arrives during a write is written together.
  const sumOf = (data: unknown) => (data as Buffer[]).reduce((sum, part) => sum + part.length, 0);
  const write = onFullDisk(fs.write.bind(fs) as Write, lengthOf);
  const writev = onFullDisk(fs.writev.bind(fs) as Write, sumOf);
  const spies = [
    vi.spyOn(fs, "write").mockImplementation(write as typeof fs.write),
    vi.spyOn(fs, "writev").mockImplementation(writev as typeof fs.writev),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
}

type Write = (...args: unknown[]) => void;

test.each([
  ["any of a small file", 20, 0],
  ["any of a large file", 300_000, 0],
  ["the end of a large file", 300_000, 150_000],
])("where the disk does not take %s, the upload gets 503: terminals send it again", async (_, size, free) => {
  const { manager } = await startServer();
  fillDiskAfter(free);
  expect((await attach(manager, 1, createPdf(size))).status).toBe(503);
  vi.restoreAllMocks();
  expect((await attach(manager, 1, createPdf(size))).status).toBe(201);
});

test("a table whose end the disk has not taken is not imported", async () => {
  const { admin } = await startServer();
  const rows = Array.from({ length: 20_000 }, (_, n) => `A${n},Renamed`).join("\n");
  fillDiskAfter(100_000);
  expect((await check(admin, "articles", `Code,Name\n${rows}`)).status).toBe(503);
});
