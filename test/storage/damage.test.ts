import { closeSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lostCommits, readWalHeader, walBytes } from "../../src/storage/generations/wal.ts";
import { createFolder } from "../harness/folder.ts";
import {
  closeTestStorage,
  contentOf,
  generationOf,
  generationsOf,
  names,
  openTestStorage,
  write,
} from "./storage-setup.ts";

/** A folder that was stopped in order, with some writes in its log. */
async function createWrittenFolder(): Promise<{ folder: string; log: string }> {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  for (const name of ["a", "b", "c", "d"]) await write(storage, name);
  await closeTestStorage(storage);
  return { folder, log: join(folder, `${generationOf(folder)}-wal`) };
}

/** Changes one byte of the file in place. */
function flip(path: string, at: number): void {
  const byte = (readFileSync(path)[at] ?? 0) ^ 0xff;
  const fd = openSync(path, "r+");
  writeSync(fd, Buffer.from([byte]), 0, 1, at);
  closeSync(fd);
}

function bytesOfFrames(log: string, frames: number): number {
  const fd = openSync(log, "r");
  const head = readWalHeader(fd);
  closeSync(fd);
  if (head === null) throw new Error("no head");
  return walBytes(head, frames);
}

describe("a log that is shorter than its recorded length", () => {
  test.each<[string, (log: string) => void]>([
    ["cut after its first commit", (log) => truncateSync(log, bytesOfFrames(log, 4))],
    [
      "damaged in the middle, where SQLite would end in silence",
      (log) => flip(log, bytesOfFrames(log, 5) + 100),
    ],
  ])("%s is refused and left unchanged", async (_, damage) => {
    const { folder, log } = await createWrittenFolder();
    damage(log);
    const before = contentOf(folder);
    await expect(openTestStorage(folder)).rejects.toMatchObject({
      status: 12,
      message: expect.stringMatching(/log is damaged \(\d+ of \d+ pages can be read\)/),
    });
    expect(contentOf(folder)).toEqual(before);
  });
});

test("a main file that is damaged while the server runs is detected at the next generation, and the server goes on", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  await storage.rotate();
  await write(storage, "before");
  flip(join(folder, generationOf(folder)), 4096 * 3 + 50);
  await expect(storage.rotate()).rejects.toThrow("the main file has changed");
  expect(generationsOf(folder)).toHaveLength(2);
  await write(storage, "after");
  expect(names(storage)).toEqual(["before", "after"]);
});

/** Simulates a copied folder: its record names another place. */
function copied(folder: string, change: object = {}): void {
  const note = join(folder, "tallybox.json");
  writeFileSync(
    note,
    JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), mark: "another", ...change }),
  );
}

test("a copy whose log is damaged before its recorded length is refused", async () => {
  const { folder, log } = await createWrittenFolder();
  flip(log, bytesOfFrames(log, 5) + 100);
  copied(folder);
  const before = contentOf(folder);
  await expect(openTestStorage(folder)).rejects.toMatchObject({
    status: 12,
    message: expect.stringContaining("in the middle"),
  });
  expect(contentOf(folder)).toEqual(before);
});

test.each<[string, (folder: string, log: string) => void]>([
  [
    "of a folder after a power cut, which has kept later writes and not earlier ones",
    (folder, log) => {
      flip(log, bytesOfFrames(log, 5) + 100);
      copied(folder, { frames: 4 });
    },
  ],
  [
    "whose note was copied long after its log",
    (folder, log) => {
      truncateSync(log, bytesOfFrames(log, 5));
      copied(folder, { frames: 1000 });
    },
  ],
])("a copy %s is accepted", async (_, happen) => {
  const { folder, log } = await createWrittenFolder();
  happen(folder, log);
  const storage = await openTestStorage(folder);
  expect(names(storage).length).toBeGreaterThan(0);
  expect(names(storage).length).toBeLessThan(4);
});

test("bytes behind the last whole commit after a power cut are truncated, and do not count as damage of a later copy", async () => {
  const { folder, log } = await createWrittenFolder();
  const note = join(folder, "tallybox.json");
  const record = JSON.parse(readFileSync(note, "utf8"));
  const onDisk = bytesOfFrames(log, 5);
  // Of the last writes, never flushed, only the later ones survive the power failure.
  writeFileSync(note, JSON.stringify({ ...record, isClean: false, bootId: "another", frames: 4 }));
  flip(log, onDisk + 100);
  const storage = await openTestStorage(folder);
  const left = names(storage);
  expect(left.length).toBeLessThan(4);
  await write(storage, "on");
  await closeTestStorage(storage);
  expect(lostCommits(log, null)).toBe("none");
  copied(folder);
  expect(names(await openTestStorage(folder))).toEqual([...left, "on"]);
});

test("a copy that has lost its main file, but not the used log, is refused and not started at the generation before", async () => {
  const { folder } = await createWrittenFolder();
  const storage = await openTestStorage(folder);
  await storage.rotate();
  await write(storage, "newest");
  await closeTestStorage(storage);
  rmSync(join(folder, generationOf(folder)));
  rmSync(join(folder, "tallybox.json"));
  const before = contentOf(folder);
  await expect(openTestStorage(folder)).rejects.toMatchObject({
    status: 12,
    message: expect.stringContaining("only its log exists"),
  });
  expect(contentOf(folder)).toEqual(before);
});
