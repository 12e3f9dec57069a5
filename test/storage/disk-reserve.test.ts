import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { useTestTimers } from "../harness/timers.ts";
import {
  addTenant,
  closeTestStorage,
  createFilledFolder,
  generationOf,
  generationsOf,
  names,
  openTestStorage,
  write,
} from "./storage-setup.ts";

const disk = vi.hoisted(() => ({
  free: 0,
  taken: (): number => 0,
  looks: 0,
  room() {
    disk.looks++;
    return { bavail: disk.free - disk.taken(), bsize: 1 };
  },
}));
vi.mock("node:fs", async (load) => ({ ...(await load<object>()), statfsSync: disk.room }));
vi.mock("node:fs/promises", async (load) => ({ ...(await load<object>()), statfs: async () => disk.room() }));

const MEGABYTE = 1024 * 1024;
/** The storage looks this often how much room there is. */
const LOOK_MS = 1000;
beforeEach(() => {
  disk.free = 1000 * MEGABYTE;
  disk.taken = () => 0;
});

test("below the reserve only the writes for which it exists succeed, and with room all others again", async () => {
  const timers = useTestTimers();
  const storage = await openTestStorage(createFolder(), { reserveBytes: 64 * MEGABYTE });
  await write(storage, "before");
  disk.free = 63 * MEGABYTE;
  await timers.advance(LOOK_MS);
  await eventually(() => expect(write(storage, "refused")).rejects.toThrow(/disk is full/));
  expect(storage.status().isLow).toBe(true);
  await storage.write(null, (tx) => tx.now, { evenWhenLow: true });
  disk.free = 65 * MEGABYTE;
  await timers.advance(LOOK_MS);
  await eventually(() => write(storage, "after"));
  expect(names(storage).filter((name) => name !== "refused")).toEqual(["before", "after"]);
});

test("after an unclean end without room for the next generation reads succeed, and writes once there is room", async () => {
  const timers = useTestTimers();
  const folder = await createFilledFolder();
  const note = join(folder, "tallybox.json");
  writeFileSync(
    note,
    JSON.stringify({ ...JSON.parse(readFileSync(note, "utf8")), isClean: false, frames: 1 }),
  );
  disk.free = 64 * MEGABYTE;
  const storage = await openTestStorage(folder, { reserveBytes: 64 * MEGABYTE });
  expect(names(storage)).toEqual(["kept"]);
  await expect(write(storage, "refused")).rejects.toThrow(/disk is full/);
  expect(generationsOf(folder)).toHaveLength(1);
  disk.free = 100 * MEGABYTE;
  await timers.advance(LOOK_MS);
  await eventually(() => write(storage, "after"));
  expect(generationsOf(folder)).toHaveLength(2);
  expect(names(storage)).toEqual(["kept", "after"]);
});

test("a log that may be unflushed is never marked as clean: the next start without room refuses writes too", async () => {
  const folder = await createFilledFolder();
  const note = join(folder, "tallybox.json");
  const noted = () => JSON.parse(readFileSync(note, "utf8"));
  writeFileSync(note, JSON.stringify({ ...noted(), isClean: false, frames: 1 }));
  disk.free = 64 * MEGABYTE;
  for (const _ of [1, 2]) {
    const storage = await openTestStorage(folder, { reserveBytes: 64 * MEGABYTE });
    await storage.write(null, (tx) => addTenant.run(tx, { name: "login", at: tx.now }), {
      evenWhenLow: true,
    });
    await expect(write(storage, "refused")).rejects.toThrow(/disk is full/);
    await closeTestStorage(storage);
    expect(noted()).toMatchObject({ isClean: false, frames: 1 });
  }
  disk.free = 100 * MEGABYTE;
  const storage = await openTestStorage(folder, { reserveBytes: 64 * MEGABYTE });
  expect(generationsOf(folder)).toHaveLength(2);
  await write(storage, "after");
});

test("a long log waits for room, and no write is refused meanwhile", async () => {
  const timers = useTestTimers();
  const folder = createFolder();
  disk.free = 64 * MEGABYTE;
  const storage = await openTestStorage(folder, { reserveBytes: 64 * MEGABYTE, logBytes: 1 });
  for (let i = 0; i < 100; i++) await write(storage, "x".repeat(5000));
  const { looks } = disk;
  for (let times = 0; times < 4; times++) await timers.advance(LOOK_MS);
  await eventually(() => expect(disk.looks).toBeGreaterThan(looks + 3));
  expect(generationsOf(folder)).toHaveLength(1);
  disk.free = 100 * MEGABYTE;
  await timers.advance(LOOK_MS);
  await eventually(() => expect(generationsOf(folder)).toHaveLength(2));
});

/** Bytes of the generations in a folder. */
const bytesIn = (folder: string, generation = "tally-") =>
  readdirSync(folder)
    .filter((name) => name.startsWith(generation) && /\.db(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** A copied folder of two generations, on a disk that has room for the next one only without the first. */
async function createCopyOnFullDisk() {
  const original = await createFilledFolder();
  const storage = await openTestStorage(original);
  await storage.rotate();
  await write(storage, "in the newest");
  await closeTestStorage(storage);
  const folder = createFolder();
  cpSync(original, folder, { recursive: true });
  const newest = generationOf(folder);
  disk.free = 2 * bytesIn(folder, newest);
  disk.taken = () => bytesIn(folder);
  return { folder, newest };
}

test("the first start of a copied folder makes room by its superseded generation, whatever its age", async () => {
  const { folder, newest } = await createCopyOnFullDisk();
  const storage = await openTestStorage(folder);
  expect(generationsOf(folder)).toEqual([newest, expect.not.stringMatching(newest)]);
  expect(names(storage)).toEqual(["kept", "in the newest"]);
  expect(storage.status().isLow).toBe(false);
});

test("the superseded generation of a copied folder stays where the newest main file is damaged", async () => {
  const { folder, newest } = await createCopyOnFullDisk();
  const before = generationsOf(folder);
  const main = readFileSync(join(folder, newest));
  // The application's id, which nobody reads.
  main.writeUInt32BE(7, 68);
  writeFileSync(join(folder, newest), main);
  await openTestStorage(folder);
  expect(generationsOf(folder)).toEqual(before);
});
