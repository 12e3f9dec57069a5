import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { inject, onTestFinished } from "vitest";
import { makeClock } from "../../src/platform/clock.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage, StorageOptions } from "../../src/storage/storage.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { createFolder } from "../harness/folder.ts";

const open = new Set<Storage>();

/** The storage on this folder, closed when the test ends. */
export async function openTestStorage(
  folder: string,
  options: Partial<StorageOptions> = {},
): Promise<Storage> {
  const storage = await openStorage({
    folder,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure: (error) => {
      throw error;
    },
    onError: (error) => {
      throw error;
    },
    ...options,
  });
  open.add(storage);
  onTestFinished(() => closeTestStorage(storage));
  return storage;
}

/** Closes it, unless it is closed already. */
export async function closeTestStorage(storage: Storage): Promise<void> {
  if (open.delete(storage)) await storage.close();
}

/** The main files, oldest first. */
export const generationsOf = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^tally-.*\.db$/.test(name))
    .sort();
/** The newest main file's name. */
export const generationOf = (folder: string) => generationsOf(folder).at(-1) ?? "";

export const addTenant = statement((p: { name: string; at: string }) =>
  sqlite.insertInto("tenant").values({ name: p.name, createdDT: p.at }),
);
const tenants = statement((p: { from: number }) =>
  sqlite.selectFrom("tenant").select("name").where("oid", ">", p.from).orderBy("oid"),
);
/** The names of all tenants, which these tests write. */
export const names = (storage: Storage) => tenants.all(storage.db, { from: 0 }).map(({ name }) => name);
export const write = (storage: Storage, name: string) =>
  storage.write(null, (tx) => addTenant.run(tx, { name, at: tx.now }));

/** A folder that was worked on and stopped in order. */
export async function createFilledFolder(): Promise<string> {
  const folder = createFolder();
  copyDataFolder(inject("emptyFolder"), folder);
  const storage = await openTestStorage(folder);
  await write(storage, "kept");
  await closeTestStorage(storage);
  return folder;
}

/** The content of every file, except SQLite's index of the log and the record of the last process. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.endsWith("-shm") && !name.startsWith("tallybox."));
  const hashed = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(names.map((name) => [name, hashed(name)]));
}

/** Gives the newest generation this version of the schema. */
export function setSchemaVersion(folder: string, version: number): void {
  const file = join(folder, generationOf(folder));
  const db = new Database(file);
  // Closes last, so that the log stays.
  const guard = new Database(file, { readonly: true });
  guard.pragma("schema_version");
  db.pragma(`user_version = ${version}`);
  db.close();
  guard.close();
}
