import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFolderState } from "../../src/storage/generations/folder-state.ts";
import { contentsOf } from "../backup/contents.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { times } from "../harness/times.ts";
import { pairDevice } from "../security/terminal.ts";
import { scan } from "../stocktake/terminals.ts";
import { toFirstSchema } from "./first-schema.ts";
import { closeTestStorage, createFolder, generationOf, openTestStorage } from "./storage-setup.ts";

// A start on data of the first schema is killed at points of the conversion. The next start converts everything, as if there had
// been no kill.

const run = promisify(execFile);
const CONVERTING = join(import.meta.dirname, "converting.ts");

/** Data with a paired device, a count and a stored response, in the first schema. */
let former: TestServer;
/** The rows of all tables and the names of all points of a conversion that was not killed. */
let expected: Readonly<Record<string, unknown>>;
let points: readonly string[];
beforeAll(async () => {
  former = await startServer({ keep: true });
  await pairDevice(former, "manager");
  const manager = await former.as("manager");
  await manager.post("/api/locations", { name: "Ramp" }, { "Idempotency-Key": randomUUID() });
  const operations = [scan({ itemId: 101, quantity: 1 })];
  await manager.post("/api/inventories/3/counts", { operations, sentAt: new Date().toISOString() });
  await former.halt();
  toFirstSchema(former.folder);
  const whole = `${former.folder}-whole`;
  cpSync(former.folder, whole, { recursive: true });
  expect(await convert(whole, { POINTS: join(whole, "points") })).toBe("converted");
  expected = rowsOf(whole);
  points = readFileSync(join(whole, "points"), "utf8").split("\n").slice(0, -1);
  rmSync(whole, { recursive: true });
});
afterAll(() => former.stop());

function copyOfFormer(): string {
  const folder = createFolder();
  cpSync(former.folder, folder, { recursive: true });
  return folder;
}

/** Makes the folder one that a server of a former release has stopped in order, instead of a copy. */
function markAsStopped(folder: string): void {
  const state = openFolderState(folder);
  state.end(new Date().toISOString(), { generation: generationOf(folder), frames: 1 }, true);
}

async function convert(folder: string, environment: Readonly<Record<string, string>>): Promise<string> {
  try {
    await run(process.execPath, [CONVERTING, folder], { env: { ...process.env, ...environment } });
    return "converted";
  } catch (error) {
    if (error instanceof Error && "signal" in error && error.signal === "SIGKILL") return "killed";
    throw error;
  }
}

const CHOSEN: Readonly<Record<string, string>> = { appState: " WHERE name <> 'mainFile'" };

/** The rows of all tables of the newest generation, without its file's checksum: a start that found it complete rotates. */
function rowsOf(folder: string): Readonly<Record<string, unknown>> {
  const db = new Database(join(folder, generationOf(folder)), { readonly: true });
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'articleSearch_%' ORDER BY name",
    )
    .pluck()
    .all();
  const rows = tables.map((table) => [
    table,
    db
      .prepare(`SELECT * FROM ${table}${CHOSEN[table] ?? ""}`)
      .raw()
      .all(),
  ]);
  db.close();
  return Object.fromEntries(rows);
}

/** Kills a start right before the point, starts again, and compares everything. */
async function killBefore(index: number, folder: string): Promise<void> {
  const what = `killed before ${index}: ${points[index]}`;
  expect(await convert(folder, { KILL_AT: String(index + 1) }), what).toBe("killed");
  await closeTestStorage(await openTestStorage(folder));
  expect(rowsOf(folder), what).toEqual(expected);
  // The former database, the keys and the photos are the same.
  expect(contentsOf(folder), what).toMatchObject(contentsOf(former.folder));
  expect(readdirSync(folder).filter((file) => file.startsWith("new-"))).toEqual([]);
}

test("the conversion that was not killed has the device, the count and the stored response", () => {
  const filled = ["deviceToken", "countOperation", "idempotencyRecord", "user", "article", "photo"];
  for (const table of filled) expect(expected[table], table).not.toEqual([]);
});

test.each([
  ["the copy of the former database", /^prepare VACUUM INTO/],
  ["the schema", /^exec -- The schema/],
  ["the people", /^exec INSERT INTO main\.user /],
  ["the counts", /^exec INSERT INTO main\.countOperation /],
  ["the search index", /'rebuild'/],
  ["the flush of the new database", /^fsyncSync/],
  ["the rename of its log", /^renameSync \S+-wal$/],
  ["the rename of its main file", /^renameSync \S+\.db$/],
  ["the removal of the copy", /^rmSync \S+\/new-former-\S+\.db$/],
  ["the first use of the new database", /^fdatasyncSync/],
])("killed before %s, the next start converts all data, and changes no key and no id", async (_, point) => {
  const index = points.findIndex((name) => point.test(name));
  expect(index).toBeGreaterThanOrEqual(0);
  await killBefore(index, copyOfFormer());
});

test("so it does wherever a start on a folder that was stopped in order is killed", async () => {
  const kills = times(4);
  for (let kill = 0; kill < kills; kill++) {
    const folder = copyOfFormer();
    markAsStopped(folder);
    await killBefore(Math.floor(((kill + 0.5) * points.length) / kills), folder);
  }
});
