import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { makeClock } from "../../src/clock.ts";
import { sqlite, statement } from "../../src/storage/statement.ts";
import { openStorage, type Storage, type StorageOptions } from "../../src/storage/storage.ts";

const open: Storage[] = [];
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

/** The storage on this folder, closed when the test ends. */
export async function opened(folder: string, options: Partial<StorageOptions> = {}): Promise<Storage> {
  const storage = await openStorage({
    folder,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure: (error) => {
      throw error;
    },
    onTrouble: (error) => {
      throw error;
    },
    ...options,
  });
  open.push(storage);
  return storage;
}

export async function closed(storage: Storage): Promise<void> {
  open.splice(open.indexOf(storage), 1);
  await storage.close();
}

export const aFolder = () => mkdtempSync(join(tmpdir(), "tallybox-storage-"));

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
/** The names of all tenants: what these tests write. */
export const names = (storage: Storage) => tenants.all(storage.db, { from: 0 }).map(({ name }) => name);
export const write = (storage: Storage, name: string) =>
  storage.write(null, (tx) => addTenant.run(tx, { name, at: tx.now }));

/** A folder that was worked on and stopped in order. */
export async function aFilledFolder(): Promise<string> {
  const folder = aFolder();
  const storage = await opened(folder);
  await write(storage, "kept");
  await closed(storage);
  return folder;
}

/** What every file holds, but SQLite's index of the log and who works here. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.endsWith("-shm") && !name.startsWith("tallybox."));
  const hashed = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  return Object.fromEntries(names.map((name) => [name, hashed(name)]));
}
