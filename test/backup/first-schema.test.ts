import { cpSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { FIRST_RELEASE, toFirstSchema } from "../storage/first-schema.ts";
import { addPhotos, adminByPassword, createFolder, mainFileOf } from "./copies.ts";
import { restore } from "./restoring.ts";

// Backups of releases with the first schema.

const LISTS = ["/api/articles", "/api/locations", "/api/inventories", "/api/inventories/3/items"];

test.each([
  ["the first release", FIRST_RELEASE],
  ["the last release with the first schema", undefined],
])("restore checks a backup of %s and restores it; the next start converts its data", async (_, version) => {
  const source = await startServer();
  await addPhotos(source, 1);
  const admin = await adminByPassword(source);
  const before = await Promise.all(LISTS.map(async (path) => (await admin.get(path)).body));
  await source.halt();
  toFirstSchema(source.folder, version);
  const copy = join(createFolder(), "copy");
  cpSync(source.folder, copy, { recursive: true });

  expect(await restore(copy)).toMatchObject({
    status: 0,
    lines: [expect.anything(), expect.anything(), expect.stringMatching(/^Whole: /)],
  });
  const into = join(createFolder(), "data");
  expect((await restore(copy, "--into", into)).status).toBe(0);
  expect(versionOf(mainFileOf(into))).toBe(version ?? 27);

  const restored = await startServer({ from: into, isUnpacked: true });
  expect(versionOf(mainFileOf(restored.folder))).toBeGreaterThan(100);
  const again = await adminByPassword(restored);
  expect(await Promise.all(LISTS.map(async (path) => (await again.get(path)).body))).toEqual(before);
});

function versionOf(file: string): unknown {
  const db = new Database(file, { readonly: true });
  try {
    return db.pragma("user_version", { simple: true });
  } finally {
    db.close();
  }
}
