import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openGeneration } from "../../src/storage/generations/generations.ts";
import { removeSuperseded } from "../../src/storage/generations/maintenance.ts";
import { makeSnapshotLeases } from "../../src/storage/generations/snapshot-lease.ts";
import { createFolder } from "../harness/folder.ts";
import { closeTestStorage, generationsOf, openTestStorage, write } from "./storage-setup.ts";

const HOUR = 3600;
const disk = vi.hoisted(() => ({ blocks: 1_000_000 }));
vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  return { ...fs, statfsSync: () => ({ bavail: disk.blocks, bsize: 4096 }) };
});

/** Four generations, the oldest first, superseded so many hours ago. */
function createFolderOf(hours: readonly number[]) {
  const folder = createFolder();
  const names = [1, 2, 3, 4].map((day) => `tally-2026010${day}T000000000Z.db`);
  for (const name of names)
    for (const suffix of ["", "-wal", "-shm"]) writeFileSync(join(folder, name + suffix), "x".repeat(100));
  const forgotten: string[] = [];
  const state = {
    supersededSeconds: (name: string) => (hours[names.indexOf(name)] ?? 0) * HOUR,
    forget: (name: string) => void forgotten.push(name),
  };
  return { folder, state, names, forgotten, isLeased: (_name: string) => false };
}

test.each([
  ["within two hours every generation stays, however little room there is", [1.9, 1.5, 1, 0], 0, 4],
  ["after two hours they go where room is scarce", [3, 2.1, 1, 0], 0, 2],
  ["with room they stay for a day", [23, 22, 21, 0], 1_000_000, 4],
  ["and go after it", [30, 25, 24.5, 0], 1_000_000, 2],
  ["the one before the open one stays, however old", [100, 100, 100, 0], 0, 2],
])("%s", async (_, hours, blocks, left) => {
  disk.blocks = blocks;
  const generations = createFolderOf(hours);
  const { folder, names, forgotten } = generations;
  await removeSuperseded(generations);
  expect(generationsOf(folder)).toEqual(names.slice(4 - left));
  expect(readdirSync(folder)).toHaveLength(left * 3);
  expect(forgotten).toEqual(names.slice(0, 4 - left));
});

test("where there is no room for the next generation, the one before the open one goes after two hours too", async () => {
  disk.blocks = 0;
  const old = createFolderOf([4, 3, 2.1, 0]);
  await removeSuperseded(old, 1);
  expect(generationsOf(old.folder)).toEqual(old.names.slice(3));
  const young = createFolderOf([4, 3, 1.9, 0]);
  await removeSuperseded(young, 1);
  expect(generationsOf(young.folder)).toEqual(young.names.slice(2));
});

test("a generation that a backup reads stays, and no other because of it", async () => {
  const generations = createFolderOf([100, 100, 100, 0]);
  const { folder, names } = generations;
  await removeSuperseded({ ...generations, isLeased: (name) => name === names[0] });
  expect(generationsOf(folder)).toEqual([names[0], ...names.slice(2)]);
});

test("a generation is read by a backup until its last lease ends", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  await write(storage, "a");
  await closeTestStorage(storage);
  const [name = ""] = generationsOf(folder);
  const generation = openGeneration(folder, name);
  onTestFinished(() => generation.close());
  const leases = makeSnapshotLeases();
  const [first, second] = [leases.acquire(generation), leases.acquire(generation)];
  expect(leases.isLeased("tally-20260101T000000000Z.db")).toBe(false);
  first.release();
  expect(leases.isLeased(name)).toBe(true);
  second.release();
  expect(leases.isLeased(name)).toBe(false);
});

test("a leased generation is reported, and a deletion is final only when no generation shows the record", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  const [first = ""] = generationsOf(folder);
  await write(storage, "a");
  await storage.rotate();
  const madeAt = first.replace(/^tally-(....)(..)(..)T(..)(..)(..)(...)Z.db$/, "$1-$2-$3T$4:$5:$6.$7Z");
  expect(storage.removableBefore()).toBe(madeAt);
  const held = storage.leaseSnapshot();
  expect(storage.removableBefore()).toBeNull();
  expect(held.files.map(({ name }) => existsSync(join(folder, name)))).toEqual([true, true]);
  held.release();
  held.release();
  expect(storage.removableBefore()).toBe(madeAt);
  await closeTestStorage(storage);
});
