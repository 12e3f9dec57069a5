import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { removeOrphanFiles } from "../../src/photos/cleanup.ts";
import { photoFilesOf } from "../backup/copies.ts";
import { createClock, type TestClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createJpeg, upload } from "./uploads.ts";

const HOUR = 3_600_000;
const ORPHAN = `${"ab".repeat(32)}.jpg`;

let clock: TestClock;
let server: TestServer;
beforeEach(async () => {
  clock = createClock();
  server = await startServer({ clock });
});

const pathOf = (name: string) => join(server.folder, "photos", name.slice(0, 2), name);
const sweep = (signal = new AbortController().signal) => {
  const { storage, photos: files } = server.appliance.dependencies;
  return removeOrphanFiles({ storage, files, folder: join(server.folder, "photos"), clock }, signal);
};

/** A file as a power failure leaves it between `put` and its row. */
function leave(name: string): string {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), "a picture");
  return pathOf(name);
}
/** The photo files were written so many hours ago. The clock stands: moving it would begin a check, which holds the folder. */
function age(paths: readonly string[], hours = 48): void {
  const before = new Date(clock.now() - hours * HOUR);
  for (const path of paths) utimesSync(path, before, before);
}

test("a file without a photo is removed once it is older than a day, and not before", async () => {
  const orphan = leave(ORPHAN);
  expect(await sweep()).toBe(0);
  age([orphan], 23);
  expect(await sweep()).toBe(0);
  expect(existsSync(orphan)).toBe(true);
  age([orphan], 25);
  expect(await sweep()).toBe(1);
  expect(existsSync(orphan)).toBe(false);
  expect(await sweep()).toBe(0);
});

test("files of photos stay, including one of a deleted photo that an earlier generation still shows", async () => {
  await upload(server.user, 111, await createJpeg());
  const { body } = await upload(server.user, 111, await createJpeg(300, 200));
  await server.appliance.dependencies.storage.rotate();
  await server.user.delete(body.url);
  await server.restart();
  const files = photoFilesOf(server.folder);
  expect(files.length).toBeGreaterThanOrEqual(4);
  age(files);
  expect(await sweep()).toBe(0);
  expect(photoFilesOf(server.folder)).toEqual(files);
});

test("a file whose upload is running stays, however old it seems", async () => {
  const { photos } = server.appliance.dependencies;
  const name = await photos.put(await createJpeg(), "jpg");
  age([photos.path(name)]);
  expect(await sweep()).toBe(0);
  expect(existsSync(photos.path(name))).toBe(true);
});

/** A file without a photo that is two days old. */
function leaveOld(name: string): string {
  const path = leave(name);
  age([path]);
  return path;
}

test("no file is removed while a backup leases the folder", async () => {
  leaveOld(ORPHAN);
  const held = server.appliance.dependencies.storage.leaseSnapshot();
  expect(await sweep()).toBe(0);
  held.release();
  expect(await sweep()).toBe(1);
});

test("no file is removed after the stop", async () => {
  leaveOld(ORPHAN);
  expect(await sweep(AbortSignal.abort())).toBe(0);
  expect(await sweep()).toBe(1);
});

test("files that are no photos by their names are ignored", async () => {
  const other = leaveOld("abnotes.txt");
  leaveOld(ORPHAN);
  expect(await sweep()).toBe(1);
  expect(existsSync(other)).toBe(true);
});
