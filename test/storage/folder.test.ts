import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, expect, test } from "vitest";
import { makeClock } from "../../src/clock.ts";
import { readMigrations } from "../../src/storage/migrations.ts";
import { StartRefused } from "../../src/storage/refused.ts";
import { sqlite, statement } from "../../src/storage/statement.ts";
import { openStorage, type Storage, type StorageOptions } from "../../src/storage/storage.ts";

const open: Storage[] = [];
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

function opened(folder: string, options: Partial<StorageOptions> = {}): Storage {
  const storage = openStorage({
    folder,
    clock: makeClock(),
    reserveBytes: 0,
    onSyncFailure: (error) => {
      throw error;
    },
    ...options,
  });
  open.push(storage);
  return storage;
}
async function closed(storage: Storage): Promise<void> {
  open.splice(open.indexOf(storage), 1);
  await storage.close();
}
const aFolder = () => mkdtempSync(join(tmpdir(), "tallybox-storage-"));
const generationOf = (folder: string) => readdirSync(folder).find((name) => name.endsWith(".db")) ?? "";
const addTenant = statement((p: { name: string; at: string }) =>
  sqlite.insertInto("tenant").values({ name: p.name, createdDT: p.at }),
);
const tenants = statement((p: { from: number }) =>
  sqlite.selectFrom("tenant").select("name").where("oid", ">", p.from),
);
const names = (storage: Storage) => tenants.all(storage.db, { from: 0 }).map(({ name }) => name);
const write = (storage: Storage, name: string) =>
  storage.write(null, (tx) => addTenant.run(tx, { name, at: tx.now }));

/** What every file but SQLite's index of the log holds. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter(
    (name) => !name.endsWith("-shm") && !name.startsWith("tallybox.lock"),
  );
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

test("what was written is there again after a clean stop, and the generation's main file was never touched", async () => {
  const folder = aFolder();
  const first = opened(folder);
  const main = contentOf(folder)[generationOf(folder)];
  await write(first, "Riverside");
  await first.durable();
  await closed(first);
  expect(contentOf(folder)[generationOf(folder)]).toBe(main);
  const second = opened(folder);
  expect(names(second)).toEqual(["Riverside"]);
  expect(contentOf(folder)[generationOf(folder)]).toBe(main);
});

test("a write that throws leaves nothing", async () => {
  const storage = opened(aFolder());
  const half = storage.write(null, (tx) => {
    addTenant.run(tx, { name: "half", at: tx.now });
    throw new Error("no");
  });
  await expect(half).rejects.toThrow("no");
  expect(names(storage)).toEqual([]);
  await write(storage, "whole");
  expect(names(storage)).toEqual(["whole"]);
});

test("of the writes that share a transaction one that throws undoes itself alone, and each has its own change", async () => {
  const storage = opened(aFolder());
  const changes: number[] = [];
  const results = await Promise.allSettled(
    ["a", "b", "c", "d"].map((name) =>
      storage.write(1, (tx) => {
        addTenant.run(tx, { name, at: tx.now });
        changes.push(tx.change);
        if (name === "b") throw new Error("no");
        return name;
      }),
    ),
  );
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : "refused"))).toEqual([
    "a",
    "refused",
    "c",
    "d",
  ]);
  expect(names(storage)).toEqual(["a", "c", "d"]);
  expect(new Set(changes.filter((_, i) => i !== 1)).size).toBe(3);
  expect(storage.versions.of(1, ["tenant"])).toBe(changes[3]);
});

test("durable() is null only when nothing waits for the disk", async () => {
  const storage = opened(aFolder());
  expect(storage.durable()).toBeNull();
  await write(storage, "a");
  const pending = storage.durable();
  expect(pending).not.toBeNull();
  await pending;
  expect(storage.durable()).toBeNull();
});

test("changes are numbered, seen by their tenant alone, and go on after a restart", async () => {
  const folder = aFolder();
  const first = opened(folder);
  const before = first.versions.of(1, ["tenant"]);
  await first.write(1, (tx) => addTenant.run(tx, { name: "a", at: tx.now }));
  expect(first.versions.of(1, ["tenant"])).toBeGreaterThan(before);
  expect(first.versions.of(2, ["tenant"])).toBe(before);
  expect(first.versions.of(1, ["article"])).toBe(before);
  const after = first.versions.of(1, ["tenant"]);
  await closed(first);
  expect(opened(folder).versions.of(1, ["tenant"])).toBeGreaterThanOrEqual(after);
});

test("time goes on from the last write, however far back the system's clock has jumped", async () => {
  const folder = aFolder();
  const inTenYears = Date.now() + 10 * 365 * 24 * 3600_000;
  const first = opened(folder, { clock: makeClock(() => inTenYears) });
  await write(first, "future");
  await closed(first);
  const clock = makeClock();
  opened(folder, { clock });
  expect(clock.now()).toBeGreaterThanOrEqual(inTenYears);
  expect(clock.isBehind()).toBe(true);
});

test.each([
  ["the same folder", (folder: string) => folder],
  [
    "a link to it",
    (folder: string) => {
      const link = `${folder}-link`;
      symlinkSync(folder, link);
      return link;
    },
  ],
])("a second start on %s is refused and names the first", (_, second) => {
  const folder = aFolder();
  opened(folder);
  expect(() => opened(second(folder))).toThrow(new RegExp(`process ${process.pid}\\) is already working`));
});

test("the folder is free at once when its process is killed", () => {
  const folder = aFolder();
  const script = `
    import { openStorage } from ${JSON.stringify(join(import.meta.dirname, "../../src/storage/storage.ts"))};
    import { makeClock } from ${JSON.stringify(join(import.meta.dirname, "../../src/clock.ts"))};
    openStorage({ folder: ${JSON.stringify(folder)}, clock: makeClock(), reserveBytes: 0, onSyncFailure() {} });
    process.kill(process.pid, "SIGKILL");`;
  const { signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  expect(signal).toBe("SIGKILL");
  expect(names(opened(folder))).toEqual([]);
});

const aFilledFolder = async () => {
  const folder = aFolder();
  const storage = opened(folder);
  await write(storage, "kept");
  await closed(storage);
  return folder;
};
const keyed = (folder: string) => writeFileSync(join(folder, "jwt.key"), "x");
const refusals: [string, (folder: string) => void, RegExp][] = [
  [
    "has lost its log",
    (folder) => {
      keyed(folder);
      rmSync(join(folder, `${generationOf(folder)}-wal`));
    },
    /log is missing/,
  ],
  [
    "has an emptied log",
    (folder) => {
      keyed(folder);
      truncateSync(join(folder, `${generationOf(folder)}-wal`));
    },
    /log is damaged/,
  ],
  [
    "has a log without a head",
    (folder) => {
      keyed(folder);
      const wal = join(folder, `${generationOf(folder)}-wal`);
      writeFileSync(wal, Buffer.concat([Buffer.alloc(32), readFileSync(wal).subarray(32)]));
    },
    /log is damaged/,
  ],
  ["was cut short", (folder) => truncateSync(join(folder, generationOf(folder)), 8192), /cut short/],
  [
    "is no database",
    (folder) => writeFileSync(join(folder, generationOf(folder)), "hello".repeat(100)),
    /not a database/,
  ],
  [
    "is from a newer program",
    (folder) => {
      const db = new Database(join(folder, generationOf(folder)));
      db.pragma("user_version = 9999");
      db.close();
    },
    /version 9999.*newer program/,
  ],
];
test.each(refusals)("a database that %s is refused and left as it is", async (_, damage, reason) => {
  const folder = await aFilledFolder();
  damage(folder);
  const before = contentOf(folder);
  expect(() => opened(folder)).toThrow(StartRefused);
  expect(() => opened(folder)).toThrow(reason);
  expect(contentOf(folder)).toEqual(before);
});

test("a folder that holds something else but no database is refused", () => {
  const folder = aFolder();
  writeFileSync(join(folder, "holiday.jpg"), "");
  expect(() => opened(folder)).toThrow(/no database, but "holiday.jpg"/);
  expect(readdirSync(folder)).toEqual(["holiday.jpg"]);
});

test("settings, keys, a lock and what an interrupted start left do not hinder the first start", () => {
  const folder = aFolder();
  for (const name of [
    "settings.json",
    "jwt.key",
    "device-codes.key",
    "setup-code",
    "tallybox.lock",
    "new-tally-x.db",
  ]) {
    writeFileSync(join(folder, name), "");
  }
  mkdirSync(join(folder, "lost+found"));
  opened(folder);
  expect(readdirSync(folder)).not.toContain("new-tally-x.db");
});

test.each(readMigrations().map(({ version }) => version))(
  "a folder of schema version %i moves up to the newest, with what it holds",
  async (version) => {
    const folder = aFolder();
    const old = opened(folder, { schemaVersion: version });
    await write(old, "from before");
    await closed(old);
    const moved = opened(folder);
    expect(names(moved)).toEqual(["from before"]);
    const fresh = aFolder();
    opened(fresh);
    expect(schemaOf(folder)).toEqual(schemaOf(fresh));
  },
);

function schemaOf(folder: string): unknown[] {
  const copy = aFolder();
  cpSync(folder, copy, { recursive: true });
  const db = new Database(join(copy, generationOf(copy)));
  const schema = db.prepare("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").all();
  const version = db.pragma("user_version", { simple: true });
  db.close();
  return [version, ...schema];
}
