import { createHash } from "node:crypto";
import { readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { describe, expect, onTestFailed, test } from "vitest";
import { generationName } from "../../src/storage/files/file-names.ts";
import {
  assertGeneration,
  countFrames,
  createGeneration,
  type Generation,
  openGeneration,
} from "../../src/storage/generations/generations.ts";
import { startNextGeneration } from "../../src/storage/generations/rotation.ts";
import { readWal, readWalHeader, walBytes } from "../../src/storage/generations/wal.ts";
import { createFolder } from "../harness/folder.ts";
import { type Random, seededRandom } from "../torture/random.ts";
import {
  contentOf,
  createFilledFolder,
  generationOf,
  generationsOf,
  openTestStorage,
} from "./storage-setup.ts";

/** A failure prints it. */
const SEED = Number(process.env["TALLYBOX_SEED"] ?? 1);
const SCHEMA = `
  CREATE TABLE appState (name TEXT PRIMARY KEY, at TEXT NOT NULL, content TEXT NOT NULL);
  CREATE TABLE thing (id INTEGER PRIMARY KEY, pad BLOB);
  CREATE INDEX byPad ON thing (pad);`;

function openNewGeneration(): { folder: string; generation: Generation } {
  const folder = createFolder();
  const name = generationName(0, undefined);
  createGeneration(folder, name, (db) => db.exec(SCHEMA));
  const generation = openGeneration(folder, name);
  // Large transactions spill into the log before they end.
  generation.db.pragma("cache_size = -64");
  return { folder, generation };
}

/** A few transactions that grow, shrink, rewrite and roll back. */
function work({ db }: Generation, random: Random): void {
  const insert = db.prepare("INSERT INTO thing (pad) VALUES (zeroblob(?))");
  const steps = [
    () => insert.run(random.below(9000)),
    () => db.transaction(() => Array.from({ length: 300 }, () => insert.run(random.below(2000))))(),
    () => db.exec("DELETE FROM thing WHERE id % 3 = 0"),
    () => db.exec("UPDATE thing SET pad = randomblob(700) WHERE id % 2 = 0"),
    () => db.exec("VACUUM"),
    () => {
      db.exec("BEGIN");
      for (let i = 0; i < 400; i++) insert.run(3000);
      db.exec("ROLLBACK");
    },
  ];
  for (let i = 1 + random.below(5); i > 0; i--) random.pick(steps)();
}

function contentsOf(db: Database): unknown {
  const hash = createHash("sha256");
  for (const row of db.prepare("SELECT id, hex(pad) FROM thing ORDER BY id").raw().iterate())
    hash.update(String(row));
  return [
    hash.digest("hex"),
    db.pragma("page_count", { simple: true }),
    db.pragma("integrity_check", { simple: true }),
  ];
}

describe("the next generation", () => {
  test.each(Array.from({ length: 25 }, (_, i) => i))("equals the one before (%i)", async (index) => {
    onTestFailed(() => void process.stderr.write(`TALLYBOX_SEED=${SEED}\n`));
    const random = seededRandom(SEED + index);
    const { folder, generation } = openNewGeneration();
    work(generation, random);
    const next = startNextGeneration(folder, generation, "tally-20260101T000000000Z.db");
    for (let i = random.below(4); i > 0; i--) {
      const followed = next.catchUp();
      // The thread reads while we write.
      work(generation, random);
      await followed;
    }
    work(generation, random);
    const before = contentsOf(generation.db);
    await next.finish({ isChecked: true, isChecksumDeferred: false });
    await next.end();
    // Checks it as a start does: whole, with its log, and of the recorded size.
    assertGeneration(folder, "tally-20260101T000000000Z.db");
    const moved = openGeneration(folder, "tally-20260101T000000000Z.db");
    expect(contentsOf(moved.db)).toEqual(before);
    expect(contentsOf(generation.db)).toEqual(before);
    work(moved, random);
    for (const one of [moved, generation]) one.close();
  });

  test("copies the log once: pages that were followed already are not read again", async () => {
    const { folder, generation } = openNewGeneration();
    work(generation, seededRandom(SEED));
    const next = startNextGeneration(folder, generation, "tally-20260101T000000000Z.db");
    expect(await next.catchUp()).toBe(countFrames(generation));
    expect(await next.catchUp()).toBe(0);
    await next.end();
    expect(readdirSync(folder).filter((name) => name.startsWith("new-"))).toEqual([]);
    generation.close();
  });
});

describe("the log", () => {
  test("is read to the last whole commit, wherever it was truncated", () => {
    const { generation } = openNewGeneration();
    const log = `${generation.file}-wal`;
    const ends = [1, 2, 3].map(() => {
      generation.db.exec("INSERT INTO thing (pad) VALUES (randomblob(5000))");
      return countFrames(generation);
    });
    const head = readWalHeader(generation.walFd);
    if (head === null) throw new Error("no head");
    expect(readWal(generation.walFd, head).end.frames).toBe(ends[2]);
    truncateSync(log, walBytes(head, ends[2] ?? 0) - 1);
    expect(readWal(generation.walFd, head).end.frames).toBe(ends[1]);
    const bytes = readFileSync(log);
    const inTheSecond = walBytes(head, ends[1] ?? 0) - 100;
    bytes[inTheSecond] = (bytes[inTheSecond] ?? 0) ^ 1;
    writeFileSync(log, bytes);
    expect(readWal(generation.walFd, head).end.frames).toBe(ends[0]);
    generation.close();
  });
});

describe("a copied folder whose database is damaged", () => {
  test.each<[string, (main: Buffer) => void]>([
    ["in the middle of a page", (main) => void main.fill(0x5a, 4096 * 4 + 200, 4096 * 4 + 400)],
    ["in a whole page", (main) => void main.fill(0, 4096 * 6, 4096 * 7)],
  ])("%s is refused and left unchanged", async (_, damage) => {
    const folder = await createFilledFolder();
    const path = join(folder, generationOf(folder));
    const main = readFileSync(path);
    damage(main);
    writeFileSync(path, main);
    writeFileSync(join(folder, "tallybox.json"), "");
    const before = contentOf(folder);
    await expect(openTestStorage(folder)).rejects.toMatchObject({
      status: 12,
      message: expect.stringContaining("was not changed"),
    });
    expect(contentOf(folder)).toEqual(before);
    expect(generationsOf(folder)).toHaveLength(1);
  });
});
