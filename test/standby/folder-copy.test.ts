import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { openLogPart, openMainPart } from "../../src/ops/standby/files/original-files.ts";
import type { FilePart } from "../../src/storage/files/file-part.ts";
import { FolderCopy, type OriginalFiles } from "../../src/storage/following/folder-copy.ts";
import { ForeignLog } from "../../src/storage/following/log-copy.ts";
import { sha256Of } from "../../src/storage/generations/main-file-checksum.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { createFolder } from "../harness/folder.ts";
import { closeTestStorage, generationsOf, names, openTestStorage, write } from "../storage/storage-setup.ts";

const MEGABYTE = 1024 * 1024;
/** What a copy leaves free. */
const KEPT_FREE = 16 * MEGABYTE;

/** The free space of the disk, without what a test says. */
const disk = vi.hoisted(() => ({ free: (): number => 1e12 }));
vi.mock("node:fs/promises", async (load) => ({
  ...(await load<object>()),
  statfs: async () => ({ bavail: disk.free(), bsize: 1, blocks: 1e12 }),
}));

/** The copy in this folder, closed when the test ends. */
async function openCopy(folder: string): Promise<FolderCopy> {
  const copy = await FolderCopy.open(folder);
  onTestFinished(() => copy.close());
  return copy;
}

const chunksOf = (part: FilePart | null) => part?.chunks ?? null;

/** The files of an open storage, as the primary sends them. */
function filesOf(storage: Storage): OriginalFiles {
  return {
    log: async (generation, from) => chunksOf(await openLogPart(storage, generation, from)),
    main: async (generation) => chunksOf(openMainPart(storage, generation)),
  };
}

const newestOf = ({ folder }: Storage) => {
  const generation = generationsOf(folder).at(-1) ?? "";
  const bytes = bytesOf(folder, generation);
  return { generation, mainSha256: sha256Of(join(folder, generation)), bytes };
};

/** Bytes of the main files and logs in a folder, or of one of its generations. */
const bytesOf = (folder: string, generation = "") =>
  readdirSync(folder)
    .filter((name) => name.startsWith(generation) && /\.db(-wal)?$/.test(name))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Fails unless main file and log of the copy are those of the original, byte for byte. */
function expectSame(storage: Storage, copy: string): void {
  const { generation } = newestOf(storage);
  expect(generationsOf(copy).at(-1)).toBe(generation);
  expect(hashOf(join(copy, generation))).toBe(hashOf(join(storage.folder, generation)));
  expect(hashOf(join(copy, `${generation}-wal`))).toBe(hashOf(join(storage.folder, `${generation}-wal`)));
}

const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

test("a copy follows the log byte for byte, and makes the next generation itself", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await write(storage, "first");
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("downloaded");
  expectSame(storage, folder);
  for (const name of ["second", "third"]) {
    await write(storage, name);
    await copy.follow(filesOf(storage));
    expectSame(storage, folder);
  }
  await write(storage, "last of this generation");
  await storage.rotate();
  await write(storage, "first of the next");
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("made");
  expectSame(storage, folder);
  await copy.close();
  const promoted = await openTestStorage(folder);
  expect(names(promoted)).toEqual(names(storage));
});

test("a copy that was away for several generations downloads the newest", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  for (const name of ["one", "two", "three"]) {
    await write(storage, name);
    await storage.rotate();
  }
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("downloaded");
  expectSame(storage, folder);
  expect(generationsOf(folder)).toHaveLength(1);
});

test("a connection that breaks at any byte leaves whole transactions, and the next one goes on from there", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  let copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  const before = copy.position;
  for (let i = 0; i < 5; i++) await write(storage, `write ${i}`);
  const { bytes } = (await openLogPart(storage, before?.generation ?? "", 0)) ?? { bytes: 0 };
  const start = statSync(join(folder, `${before?.generation}-wal`)).size;
  for (const length of [1, 23, 24, 100, Math.floor((bytes - start) / 2), bytes - start - 1]) {
    const files: OriginalFiles = {
      ...filesOf(storage),
      async log(generation, from) {
        const whole = await openLogPart(storage, generation, from);
        return whole && brokenAfter(whole, length);
      },
    };
    await expect(copy.follow(files)).rejects.toThrow("the connection broke");
    expect(copy.position).toEqual(before);
    // As after a kill in the middle: the bytes are in the file.
    await copy.close();
    appendFileSync(join(folder, `${before?.generation}-wal`), Buffer.alloc(length, 7));
    copy = await openCopy(folder);
    expect(copy.position).toEqual(before);
  }
  await copy.follow(filesOf(storage));
  expectSame(storage, folder);
});

test("a part that ends within a transaction is kept up to the last whole one", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  for (let i = 0; i < 5; i++) await write(storage, `write ${i}`);
  await copy.follow({
    ...filesOf(storage),
    async log(generation, from) {
      const part = await openLogPart(storage, generation, from);
      return part && shortened(part, part.bytes - 10);
    },
  });
  await copy.close();
  const promoted = await openTestStorage(cloneOf(folder));
  expect(names(promoted)).toEqual(names(storage).slice(0, -1));
});

test("a log of another history is refused, and the copy stays as it was", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  const before = copy.position;
  const other = await openTestStorage(createFolder());
  for (let i = 0; i < 50; i++) await write(other, `other ${i}`);
  const foreign: OriginalFiles = {
    ...filesOf(other),
    log: async (_, from) => chunksOf(await openLogPart(other, newestOf(other).generation, from)),
  };
  await expect(copy.follow(foreign)).rejects.toThrow(ForeignLog);
  expect(copy.position).toEqual(before);
  await write(storage, "next");
  await copy.follow(filesOf(storage));
  expectSame(storage, folder);
});

const ASIDE = "before-20260101T000000000Z";

test("what the original lacks is kept in a folder of its own", async () => {
  const folder = createFolder();
  const copy = await openCopy(folder);
  const first = await openTestStorage(createFolder());
  await write(first, "only in the copy");
  await copy.moveTo(newestOf(first), filesOf(first));
  const other = await openTestStorage(createFolder());
  await write(other, "other");
  expect(await copy.moveTo(newestOf(other), filesOf(other), ASIDE)).toBe("downloaded");
  expectSame(other, folder);
  const kept = await openTestStorage(join(folder, ASIDE));
  expect(names(kept)).toEqual(names(first));
});

test("what can't be kept stays where it is", async () => {
  const folder = createFolder();
  const copy = await openCopy(folder);
  const first = await openTestStorage(createFolder());
  await copy.moveTo(newestOf(first), filesOf(first));
  const before = copy.position;
  const other = await openTestStorage(createFolder());
  writeFileSync(join(folder, ASIDE), "in the way");
  await expect(copy.moveTo(newestOf(other), filesOf(other), ASIDE)).rejects.toThrow("ENOTDIR");
  expect(copy.position).toEqual(before);
  await copy.close();
  // What was linked goes at the next start.
  expect((await openCopy(folder)).position).toEqual(before);
  expectSame(first, folder);
  expect(readdirSync(folder).filter((name) => name.startsWith("new-"))).toEqual([]);
});

test("a main file with a wrong byte is never taken over", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  const wrong: OriginalFiles = {
    ...filesOf(storage),
    main: async (generation) => {
      const part = openMainPart(storage, generation);
      return part && withWrongByte(part);
    },
  };
  await expect(copy.moveTo(newestOf(storage), wrong)).rejects.toThrow("received with errors");
  expect(copy.position).toBeNull();
  expect(generationsOf(folder)).toEqual([]);
});

test("a copy whose present log was damaged on its disk downloads the next main file instead of making it", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  let copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  await write(storage, "lost on the copy's disk");
  await copy.follow(filesOf(storage));
  await copy.close();
  const log = join(folder, `${copy.generation}-wal`);
  truncateSync(log, statSync(log).size - 5);
  const main = join(folder, copy.generation ?? "");
  truncateSync(main, statSync(main).size - 4096);
  appendFileSync(main, Buffer.alloc(4096, 7));
  copy = await openCopy(folder);
  await storage.rotate();
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("downloaded");
  expectSame(storage, folder);
});

test("what an interrupted move has left is removed, and the move begins again", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  let copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  await copy.close();
  await write(storage, "more");
  await storage.rotate();
  const { generation } = newestOf(storage);
  // Between the two renames: the log is there, the main file is not.
  writeFileSync(join(folder, `new-${generation}`), "half");
  cpSync(join(storage.folder, `${generation}-wal`), join(folder, `${generation}-wal`));
  copy = await openCopy(folder);
  expect(copy.generation).not.toBe(generation);
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("made");
  expectSame(storage, folder);
});

test("a move that fails, as on a full disk, leaves no part of a file", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  const files: OriginalFiles = {
    ...filesOf(storage),
    async main(generation) {
      const whole = openMainPart(storage, generation);
      return whole && brokenAfter(whole, 5000);
    },
  };
  await expect(copy.moveTo(newestOf(storage), files)).rejects.toThrow("the connection broke");
  expect(readdirSync(folder)).toEqual([]);
});

/** A disk on which so many bytes are free beside the generations in `folder`, until the test ends. */
function limitDisk(folder: string, bytes: number): void {
  const { free } = disk;
  disk.free = () => bytes - bytesOf(folder);
  onTestFinished(() => {
    disk.free = free;
  });
}

test("the superseded generation of a copy makes room for the next", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  await storage.rotate();
  expect(await copy.moveTo(newestOf(storage), filesOf(storage))).toBe("made");
  expect(generationsOf(folder)).toHaveLength(2);
  await storage.rotate();
  const next = newestOf(storage);
  limitDisk(folder, bytesOf(folder, copy.generation ?? "") + next.bytes + KEPT_FREE);
  expect(await copy.moveTo(next, filesOf(storage))).toBe("made");
  expectSame(storage, folder);
});

test("a copy for which there is no room is not begun", async () => {
  const storage = await openTestStorage(createFolder());
  const folder = createFolder();
  const copy = await openCopy(folder);
  await copy.moveTo(newestOf(storage), filesOf(storage));
  const before = readdirSync(folder);
  await storage.rotate();
  const next = newestOf(storage);
  limitDisk(folder, bytesOf(folder) + next.bytes + KEPT_FREE - 1);
  const unread = async () => {
    throw new Error("it was begun");
  };
  await expect(copy.moveTo(next, { log: unread, main: unread })).rejects.toThrow("no room");
  expect(readdirSync(folder)).toEqual(before);
});

test("reading the log for a standby leases nothing once it is read, or given up", async () => {
  const storage = await openTestStorage(createFolder());
  const { generation } = newestOf(storage);
  const read = await openLogPart(storage, generation, 0);
  for await (const _ of read?.chunks ?? []);
  const left = await openLogPart(storage, generation, 0);
  await left?.chunks.next();
  await left?.chunks.return(undefined);
  const unread = await openLogPart(storage, generation, 0);
  await unread?.release();
  expect(storage.removableBefore()).not.toBeNull();
  expect(await openLogPart(storage, generation, 1e9)).toBeNull();
  expect(storage.removableBefore()).not.toBeNull();
  expect(await openLogPart(storage, "../tallybox.json", 0)).toBeNull();
  await closeTestStorage(storage);
});

function cloneOf(folder: string): string {
  const clone = createFolder();
  cpSync(folder, clone, { recursive: true });
  rmSync(folder, { recursive: true });
  return clone;
}

async function* brokenAfter({ chunks }: FilePart, bytes: number): AsyncGenerator<Buffer> {
  yield* shortened({ chunks }, bytes);
  throw new Error("the connection broke");
}

async function* shortened({ chunks }: Pick<FilePart, "chunks">, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

async function* withWrongByte({ chunks }: FilePart): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    const wrong = Buffer.from(chunk);
    wrong[wrong.length - 1] = 255 - (wrong.at(-1) ?? 0);
    yield wrong;
  }
}
