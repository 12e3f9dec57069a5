import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test, vi } from "vitest";
import { folderState } from "../../src/storage/state.ts";
import {
  aFilledFolder,
  aFolder,
  closed,
  contentOf,
  generationOf,
  generationsOf,
  names,
  opened,
  write,
} from "./opened.ts";

/** Opens a copy of the folder's newest generation and asks SQLite whether it is whole. */
function integrityOf(folder: string): unknown {
  const copy = aFolder();
  cpSync(folder, copy, { recursive: true });
  const db = new Database(join(copy, generationOf(copy)));
  const found = db.pragma("integrity_check", { simple: true });
  db.close();
  rmSync(copy, { recursive: true });
  return found;
}

/** The note of who works here, changed. */
function renote(folder: string, change: Record<string, unknown>): void {
  const path = join(folder, "tallybox.json");
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
}

describe("moving to the next generation", () => {
  test("keeps all that was written before, meanwhile and after, and never touches a main file", async () => {
    const folder = aFolder();
    const storage = await opened(folder);
    let isMoving = true;
    const asked: string[] = [];
    const writer = async (who: number) => {
      for (let i = 0; isMoving || i < 20; i++) {
        const name = `${who}-${i}`;
        await write(storage, name);
        asked.push(name);
        await storage.durable();
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    const before: Record<string, string> = {};
    for (let i = 0; i < 5; i++) {
      before[generationOf(folder)] = contentOf(folder)[generationOf(folder)] ?? "";
      await storage.renew();
    }
    isMoving = false;
    await Promise.all(writers);
    expect(names(storage).toSorted()).toEqual(asked.toSorted());
    expect(generationsOf(folder)).toHaveLength(6);
    expect(contentOf(folder)).toMatchObject(before);
    expect(integrityOf(folder)).toBe("ok");
    await closed(storage);
    expect(names(await opened(folder)).toSorted()).toEqual(asked.toSorted());
    expect(generationsOf(folder)).toHaveLength(6);
  });

  test("is made once for all who ask at the same time", async () => {
    const folder = aFolder();
    const storage = await opened(folder);
    await Promise.all([storage.renew(), storage.renew(), storage.renew()]);
    expect(generationsOf(folder)).toHaveLength(2);
  });

  test("is asked for by the length of the log", async () => {
    const folder = aFolder();
    const storage = await opened(folder, { logBytes: 1 });
    await vi.waitFor(async () => {
      await write(storage, "x".repeat(5000));
      expect(generationsOf(folder).length).toBeGreaterThan(1);
    }, 30_000);
  });

  test("is followed by the reader thread", async () => {
    const storage = await opened(aFolder());
    const query = { sql: "SELECT json_quote(name) FROM tenant ORDER BY oid", values: [] };
    const read = async () => `${Buffer.concat((await storage.reader.rows(query)).pieces)}`;
    await write(storage, "a");
    expect(await read()).toBe('"a"');
    const early = read();
    await storage.renew();
    await write(storage, "b");
    expect(await early).toBe('"a"');
    expect(await read()).toBe('"a","b"');
  });

  test("that is interrupted leaves the old one working and nothing half done", async () => {
    const folder = aFolder();
    const storage = await opened(folder);
    await write(storage, "a");
    const moving = storage.renew();
    const ended = moving.then(
      () => "moved",
      () => "ended",
    );
    await closed(storage);
    expect(["moved", "ended"]).toContain(await ended);
    expect(readdirSync(folder).filter((name) => name.startsWith("new-"))).toEqual([]);
    expect(names(await opened(folder))).toEqual(["a"]);
  });
});

test("a generation that is held can be read to its end of the moment, however often the storage moves on", async () => {
  const folder = aFolder();
  const storage = await opened(folder);
  await write(storage, "then");
  const held = storage.hold();
  for (const name of ["a", "b"]) {
    await storage.renew();
    await write(storage, name);
  }
  const copy = aFolder();
  for (const { name, fd, bytes } of held.files) {
    const content = Buffer.alloc(bytes);
    readSync(fd, content, 0, bytes, 0);
    writeFileSync(join(copy, name), content);
  }
  held.release();
  expect(names(await opened(copy))).toEqual(["then"]);
  expect(names(storage)).toEqual(["then", "a", "b"]);
});

describe("a start", () => {
  test.each<[string, (folder: string) => void, number]>([
    ["after a clean stop carries the log on", () => {}, 1],
    [
      "after the process was killed begins a new generation, for the page cache may show what the disk lacks",
      (folder) => renote(folder, { isClean: false }),
      2,
    ],
    [
      "after a power cut carries the log on, for the page cache is the disk's",
      (folder) => renote(folder, { isClean: false, bootId: "another" }),
      1,
    ],
    [
      "of a folder whose note is torn begins a new generation",
      (folder) => writeFileSync(join(folder, "tallybox.json"), '{"pid":'),
      2,
    ],
    [
      "of a folder that was worked on elsewhere begins a new generation",
      (folder) => {
        rmSync(join(folder, "tallybox.lock"));
        writeFileSync(join(folder, "tallybox.lock"), "");
      },
      2,
    ],
  ])("%s", async (_, meanwhile, generations) => {
    const folder = await aFilledFolder();
    meanwhile(folder);
    const main = contentOf(folder)[generationOf(folder)];
    const storage = await opened(folder);
    expect(names(storage)).toEqual(["kept"]);
    expect(generationsOf(folder)).toHaveLength(generations);
    expect(contentOf(folder)[generationsOf(folder)[0] ?? ""]).toBe(main);
    await closed(storage);
    expect(names(await opened(folder))).toEqual(["kept"]);
    expect(generationsOf(folder)).toHaveLength(generations);
  });

  test("keeps the time that the last process had seen, though it had written nothing since", async () => {
    const folder = await aFilledFolder();
    const inAYear = Date.now() + 365 * 24 * 3_600_000;
    renote(folder, { time: new Date(inAYear).toISOString() });
    const storage = await opened(folder);
    await storage.write(null, (tx) => expect(Date.parse(tx.now)).toBeGreaterThanOrEqual(inAYear));
  });

  test("removes the empty log of a generation that a power cut kept from getting its main file", async () => {
    const folder = await aFilledFolder();
    const storage = await opened(folder);
    await storage.renew();
    await closed(storage);
    const orphan = `${generationOf(folder)}-wal`;
    rmSync(join(folder, generationOf(folder)));
    renote(folder, { generation: generationOf(folder) });
    expect(names(await opened(folder))).toEqual(["kept"]);
    expect(existsSync(join(folder, orphan))).toBe(false);
  });
});

describe("a copy", () => {
  test("of the working folder holds what was written before it, and the original goes on", async () => {
    const folder = aFolder();
    const storage = await opened(folder);
    await write(storage, "before");
    await storage.durable();
    const copy = aFolder();
    cpSync(folder, copy, { recursive: true });
    await write(storage, "after");
    expect(names(await opened(copy))).toEqual(["before"]);
    expect(names(storage)).toEqual(["before", "after"]);
  });

  test("that goes on wins by its next generation's name over what the original did after the copy", async () => {
    const folder = await aFilledFolder();
    const copy = aFolder();
    cpSync(folder, copy, { recursive: true });
    const storage = await opened(folder);
    await storage.renew();
    await closed(storage);
    await closed(await opened(copy));
    expect(generationOf(copy) > generationOf(folder)).toBe(true);
  });

  test("without the log's end of the moment begins where it ends", async () => {
    const folder = aFolder();
    const storage = await opened(folder);
    await write(storage, "one");
    const length = storage.hold().files[1]?.bytes ?? 0;
    await write(storage, "two");
    const copy = aFolder();
    cpSync(folder, copy, { recursive: true });
    const log = join(copy, `${generationOf(copy)}-wal`);
    writeFileSync(log, readFileSync(log).subarray(0, length + 1000));
    expect(names(await opened(copy))).toEqual(["one"]);
  });
});

test("a generation that is renamed away while it was worked on last is missed", async () => {
  const folder = await aFilledFolder();
  const storage = await opened(folder);
  await storage.renew();
  await closed(storage);
  const newest = generationOf(folder);
  const away = aFolder();
  for (const name of [newest, `${newest}-wal`]) renameSync(join(folder, name), join(away, name));
  await expect(opened(folder)).rejects.toThrow(new RegExp(`worked on last \\(${newest}\\) is missing`));
  expect(folderState(folder).earlier.isCopied).toBe(false);
});
