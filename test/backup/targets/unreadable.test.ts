import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { BackupResult } from "../../../src/ops/backup/restic/backup.ts";
import { isRemovedPhoto } from "../../../src/ops/backup/targets/tasks.ts";
import { createFolder } from "../../harness/folder.ts";
import { ran } from "../copies.ts";
import { needsRestic } from "./targets.ts";

needsRestic();

const PROCESS = fileURLToPath(new URL("./backup-process.ts", import.meta.url));
/** Root without this capability may not read everything. */
const AS_USER = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"];

/** Backs up a folder as a user who may not read every file. */
async function backedUp(folder: string, ...names: string[]): Promise<BackupResult> {
  const prefix = process.getuid?.() === 0 ? AS_USER : [];
  const command = [...prefix, process.execPath, PROCESS, createFolder(), folder, ...names];
  const { status, lines, stderr } = await ran(command);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(lines.join(""));
}

function createData(): string {
  const folder = createFolder();
  mkdirSync(join(folder, "photos"));
  for (const name of ["a.json", "b.key", "photos/1.jpg", "photos/2.jpg"])
    writeFileSync(join(folder, name), name);
  return folder;
}

test("each file that could not be read is named once, also where it is absent, or a photo", async () => {
  const folder = createData();
  expect((await backedUp(folder, "a.json", "b.key", "photos")).unread).toEqual([]);
  for (const name of ["b.key", "photos/2.jpg"]) chmodSync(join(folder, name), 0);
  const { unread, files } = await backedUp(folder, "a.json", "b.key", "gone", "photos");
  expect(unread.toSorted()).toEqual(["b.key", "gone", "photos/2.jpg"]);
  expect(files).toBe(2);
});

test("a folder of photos that can't be read is no complete backup", async () => {
  const folder = createData();
  chmodSync(join(folder, "photos"), 0);
  expect((await backedUp(folder, "a.json", "photos")).unread).toEqual(["photos"]);
});

test("only a photo that was removed may be absent, not one that can't be looked at", () => {
  const folder = createData();
  expect(isRemovedPhoto(folder, "photos/1.jpg")).toBe(false);
  rmSync(join(folder, "photos/1.jpg"));
  expect(isRemovedPhoto(folder, "photos/1.jpg")).toBe(true);
  expect(isRemovedPhoto(folder, "settings.json")).toBe(false);
  expect(isRemovedPhoto(folder, "photos/2.jpg/x")).toBe(false);
});
