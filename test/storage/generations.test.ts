import { cpSync, readdirSync, readSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import {
  closeTestStorage,
  contentOf,
  generationOf,
  generationsOf,
  names,
  openTestStorage,
  write,
} from "./storage-setup.ts";

/** Opens a copy of the folder's newest generation and asks SQLite whether it is whole. */
function integrityOf(folder: string): unknown {
  const copy = createFolder();
  cpSync(folder, copy, { recursive: true });
  const db = new Database(join(copy, generationOf(copy)));
  const found = db.pragma("integrity_check", { simple: true });
  db.close();
  rmSync(copy, { recursive: true });
  return found;
}

describe("rotation to the next generation", () => {
  test("keeps all writes before, during and after it, and never changes a main file", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder);
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
      await storage.rotate();
    }
    isMoving = false;
    await Promise.all(writers);
    expect(names(storage).toSorted()).toEqual(asked.toSorted());
    expect(generationsOf(folder)).toHaveLength(6);
    expect(contentOf(folder)).toMatchObject(before);
    expect(integrityOf(folder)).toBe("ok");
    await closeTestStorage(storage);
    expect(names(await openTestStorage(folder)).toSorted()).toEqual(asked.toSorted());
    expect(generationsOf(folder)).toHaveLength(6);
  });

  test("runs once for all concurrent requests", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder);
    await Promise.all([storage.rotate(), storage.rotate(), storage.rotate()]);
    expect(generationsOf(folder)).toHaveLength(2);
  });

  test("is started by the length of the log", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder, { logBytes: 1 });
    await eventually(async () => {
      await write(storage, "x".repeat(5000));
      expect(generationsOf(folder).length).toBeGreaterThan(1);
    });
  });

  test("is followed by the reader thread", async () => {
    const storage = await openTestStorage(createFolder());
    const query = { sql: "SELECT json_quote(name) FROM tenant ORDER BY oid", values: [], reads: [] };
    const read = async () => `${Buffer.concat((await storage.reader.rows(query)).pieces)}`;
    await write(storage, "a");
    expect(await read()).toBe('"a"');
    const early = read();
    await storage.rotate();
    await write(storage, "b");
    expect(await early).toBe('"a"');
    expect(await read()).toBe('"a","b"');
  });

  test("that is interrupted leaves the old generation in use and no incomplete files", async () => {
    const folder = createFolder();
    const storage = await openTestStorage(folder);
    await write(storage, "a");
    const moving = storage.rotate();
    const ended = moving.then(
      () => "moved",
      () => "ended",
    );
    await closeTestStorage(storage);
    expect(["moved", "ended"]).toContain(await ended);
    expect(readdirSync(folder).filter((name) => name.startsWith("new-"))).toEqual([]);
    expect(names(await openTestStorage(folder))).toEqual(["a"]);
  });
});

test("a leased generation can be read to its end at the time of the lease, however often the storage rotates", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  await write(storage, "then");
  const held = storage.leaseSnapshot();
  for (const name of ["a", "b"]) {
    await storage.rotate();
    await write(storage, name);
  }
  const copy = createFolder();
  for (const { name, fd, bytes } of held.files) {
    const content = Buffer.alloc(bytes);
    readSync(fd, content, 0, bytes, 0);
    writeFileSync(join(copy, name), content);
  }
  held.release();
  expect(names(await openTestStorage(copy))).toEqual(["then"]);
  expect(names(storage)).toEqual(["then", "a", "b"]);
});
