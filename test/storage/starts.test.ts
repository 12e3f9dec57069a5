import {
  closeSync,
  cpSync,
  existsSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeClock } from "../../src/platform/clock.ts";
import { openFolderState } from "../../src/storage/generations/folder-state.ts";
import { readWal, readWalHeader, walBytes } from "../../src/storage/generations/wal.ts";
import { createFolder } from "../harness/folder.ts";
import {
  addTenant,
  closeTestStorage,
  contentOf,
  createFilledFolder,
  generationOf,
  generationsOf,
  names,
  openTestStorage,
  write,
} from "./storage-setup.ts";

/** Changes the record of the last process. */
function changeRecord(folder: string, change: Record<string, unknown>): void {
  const path = join(folder, "tallybox.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
}

describe("a start", () => {
  test.each<[string, (folder: string) => void, number]>([
    ["after a clean stop carries the log on", () => {}, 1],
    [
      "after the process was killed begins a new generation, for the page cache may show what the disk lacks",
      (folder) => changeRecord(folder, { isClean: false, frames: 1 }),
      2,
    ],
    [
      "after the process was killed with all of the log known to be on the disk carries it on",
      (folder) => changeRecord(folder, { isClean: false }),
      1,
    ],
    [
      "after a power cut carries the log on, for the page cache is the disk's",
      (folder) => changeRecord(folder, { isClean: false, bootId: "another" }),
      1,
    ],
    [
      "of a folder whose note is torn begins a new generation",
      (folder) => writeFileSync(join(folder, "tallybox.json"), '{"pid":'),
      2,
    ],
    [
      "of a folder that was worked on elsewhere begins a new generation",
      (folder) => changeRecord(folder, { mark: "another" }),
      2,
    ],
  ])("%s", async (_, meanwhile, generations) => {
    const folder = await createFilledFolder();
    meanwhile(folder);
    const main = contentOf(folder)[generationOf(folder)];
    const storage = await openTestStorage(folder);
    expect(names(storage)).toEqual(["kept"]);
    expect(generationsOf(folder)).toHaveLength(generations);
    expect(contentOf(folder)[generationsOf(folder)[0] ?? ""]).toBe(main);
    await closeTestStorage(storage);
    expect(names(await openTestStorage(folder))).toEqual(["kept"]);
    expect(generationsOf(folder)).toHaveLength(generations);
  });

  test("keeps the time that the last process had reached, though it had written nothing since", async () => {
    const folder = await createFilledFolder();
    const inAYear = Date.now() + 365 * 24 * 3_600_000;
    changeRecord(folder, { time: new Date(inAYear).toISOString() });
    const storage = await openTestStorage(folder);
    await storage.write(null, (tx) => expect(Date.parse(tx.now)).toBeGreaterThanOrEqual(inAYear));
  });

  test("removes the empty log of a generation whose main file a power cut prevented", async () => {
    const folder = await createFilledFolder();
    const storage = await openTestStorage(folder);
    await storage.rotate();
    await closeTestStorage(storage);
    const orphan = `${generationOf(folder)}-wal`;
    // Only its first commit, as it is published.
    const fd = openSync(join(folder, orphan), "r+");
    const head = readWalHeader(fd);
    if (head === null) throw new Error("no head");
    ftruncateSync(fd, walBytes(head, readWal(fd, head, undefined, 1).end.frames));
    closeSync(fd);
    rmSync(join(folder, generationOf(folder)));
    changeRecord(folder, { generation: generationOf(folder) });
    expect(names(await openTestStorage(folder))).toEqual(["kept"]);
    expect(existsSync(join(folder, orphan))).toBe(false);
  });
});

describe("a copy", () => {
  test("of the working folder holds all writes before it, and the original continues", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder);
    await write(storage, "before");
    await storage.durable();
    const copy = createFolder();
    cpSync(folder, copy, { recursive: true });
    await write(storage, "after");
    expect(names(await openTestStorage(copy))).toEqual(["before"]);
    expect(names(storage)).toEqual(["before", "after"]);
  });

  test("that continues takes precedence by its next generation's name over the original's later writes", async () => {
    const folder = await createFilledFolder();
    const copy = createFolder();
    cpSync(folder, copy, { recursive: true });
    const storage = await openTestStorage(folder);
    await storage.rotate();
    await closeTestStorage(storage);
    await closeTestStorage(await openTestStorage(copy));
    expect(generationOf(copy) > generationOf(folder)).toBe(true);
  });

  test("without the log's end at that time starts where the log ends", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder);
    await write(storage, "one");
    const length = storage.leaseSnapshot().files[1]?.bytes ?? 0;
    await write(storage, "two");
    const copy = createFolder();
    cpSync(folder, copy, { recursive: true });
    const log = join(copy, `${generationOf(copy)}-wal`);
    writeFileSync(log, readFileSync(log).subarray(0, length + 1000));
    expect(names(await openTestStorage(copy))).toEqual(["one"]);
  });
});

test("a generation that was renamed while it was the last one in use is reported as missing", async () => {
  const folder = await createFilledFolder();
  const storage = await openTestStorage(folder);
  await storage.rotate();
  await closeTestStorage(storage);
  const newest = generationOf(folder);
  const away = createFolder();
  for (const name of [newest, `${newest}-wal`]) renameSync(join(folder, name), join(away, name));
  await expect(openTestStorage(folder)).rejects.toThrow(
    new RegExp(`the newest database \\(${newest}\\) is missing`),
  );
  expect(openFolderState(folder).previous.isCopied).toBe(false);
});

test("kills without a write in between make no more generations", async () => {
  const folder = await createFilledFolder();
  for (let i = 0; i < 5; i++) {
    await closeTestStorage(await openTestStorage(folder));
    changeRecord(folder, { isClean: false });
  }
  expect(generationsOf(folder)).toHaveLength(1);
});

test("a large transaction writes nothing into the log before it ends, so a copy can't be inconsistent", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  await write(storage, "small");
  const before = storage.status().logBytes;
  await storage.write(null, (tx) => {
    for (let i = 0; i < 4000; i++) addTenant.run(tx, { name: "x".repeat(20_000), at: tx.now });
    expect(storage.status().logBytes).toBe(before);
  });
  expect(storage.status().logBytes).toBeGreaterThan(before + 4000 * 20_000);
});

test("refused writes of one turn leave nothing in the log to flush", async () => {
  const storage = await openTestStorage(createFolder());
  await write(storage, "a");
  await storage.durable();
  const before = storage.status().logBytes;
  const refused = ["b", "c"].map((name) =>
    storage.write(null, (tx) => {
      addTenant.run(tx, { name, at: tx.now });
      throw new Error("no");
    }),
  );
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(storage.status().logBytes).toBe(before);
  expect(storage.durable()).toBeNull();
});

test("a folder whose database is gone, though its record names one, is not a new server's", async () => {
  const folder = await createFilledFolder();
  for (const name of readdirSync(folder)) if (name.startsWith("tally-")) rmSync(join(folder, name));
  await expect(openTestStorage(folder)).rejects.toMatchObject({
    status: 12,
    message: expect.stringContaining("is missing"),
  });
});

test("with a clock behind the newest generation's name time continues from there", async () => {
  const folder = await createFilledFolder();
  const storage = await openTestStorage(folder, { clock: makeClock(() => Date.now() + 40 * 24 * 3_600_000) });
  await storage.rotate();
  await closeTestStorage(storage);
  rmSync(join(folder, "tallybox.json"));
  const again = await openTestStorage(folder);
  await again.rotate();
  expect(generationsOf(folder)).toHaveLength(4);
  await again.write(null, (tx) => expect(tx.now > (again.removableBefore() ?? "9")).toBe(true));
});
