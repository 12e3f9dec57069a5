import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeClock } from "../../src/platform/clock.ts";
import { readSyncedPosition } from "../../src/storage/generations/folder-state.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import {
  addTenant,
  closeTestStorage,
  contentOf,
  generationOf,
  names,
  openTestStorage,
  write,
} from "./storage-setup.ts";

test("writes exist after a clean stop, and the generation's main file is never changed", async () => {
  const folder = createFolder();
  const first = await openTestStorage(folder);
  const main = contentOf(folder)[generationOf(folder)];
  await write(first, "Riverside");
  await first.durable();
  await closeTestStorage(first);
  expect(contentOf(folder)[generationOf(folder)]).toBe(main);
  const second = await openTestStorage(folder);
  expect(names(second)).toEqual(["Riverside"]);
  expect(contentOf(folder)[generationOf(folder)]).toBe(main);
});

test("a write that throws has no effect", async () => {
  const storage = await openTestStorage(createFolder());
  const half = storage.write(null, (tx) => {
    addTenant.run(tx, { name: "half", at: tx.now });
    throw new Error("no");
  });
  await expect(half).rejects.toThrow("no");
  expect(names(storage)).toEqual([]);
  await write(storage, "whole");
  expect(names(storage)).toEqual(["whole"]);
});

test("a listener is called after the commits of its tables, until it is removed", async () => {
  const storage = await openTestStorage(createFolder());
  const [ofTenants, ofSettings, removed] = [vi.fn(), vi.fn(), vi.fn()];
  storage.onChange(["setting", "tenant"], ofTenants);
  storage.onChange(["setting"], ofSettings);
  storage.onChange(["tenant"], removed)();
  await write(storage, "Riverside");
  expect(ofTenants).toHaveBeenCalledExactlyOnceWith(new Set(["tenant"]));
  expect(ofSettings).not.toHaveBeenCalled();
  expect(removed).not.toHaveBeenCalled();
});

test("the position that is saved with the time is flushed, also that of a commit that was not reported", async () => {
  const folder = createFolder();
  const storage = await openTestStorage(folder);
  await write(storage, "reported");
  await storage.durable();
  // The thread of a job commits before it reports.
  const thread = new Database(join(folder, generationOf(folder)));
  thread.exec("INSERT INTO tenant (name, createdDT) VALUES ('not reported', '2026-01-01T00:00:00.000Z')");
  thread.close();
  const savedFrames = () => readSyncedPosition(folder)?.frames ?? 0;
  const before = savedFrames();
  const flushed = vi.fn();
  storage.onSync(flushed);
  const now = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => now() + 3_600_000);
  onTestFinished(() => later.mockRestore());
  await eventually(() => expect(savedFrames()).toBeGreaterThan(before));
  expect(flushed).toHaveBeenCalled();
});

const SHARED = [
  ["writes", false, ["a", "b", "c", "d"]],
  ["repeatable writes", true, ["a", "b", "a", "b", "c", "d"]],
] as const;

test.each(SHARED)(
  "of the %s in one transaction one that throws is rolled back alone, and each has its own change",
  async (_, isRepeatable, runs) => {
    // A transaction takes writes for 10 ms: time stands still, so that a busy machine does not end it before the last one.
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => now.mockRestore());
    const storage = await openTestStorage(createFolder());
    const changes = new Map<string, number>();
    const ran: string[] = [];
    const results = await Promise.allSettled(
      ["a", "b", "c", "d"].map((name) =>
        storage.write(
          1,
          (tx) => {
            ran.push(name);
            addTenant.run(tx, { name, at: tx.now });
            changes.set(name, tx.change);
            if (name === "b") throw new Error("no");
            return name;
          },
          { isRepeatable },
        ),
      ),
    );
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : "refused"))).toEqual([
      "a",
      "refused",
      "c",
      "d",
    ]);
    expect(names(storage)).toEqual(["a", "c", "d"]);
    expect(ran).toEqual(runs);
    changes.delete("b");
    expect(new Set(changes.values()).size).toBe(3);
    expect(storage.versions.of(1, ["tenant"])).toBe(changes.get("d"));
  },
);

test("writes that may not be repeated run once beside repeatable ones", async () => {
  const storage = await openTestStorage(createFolder());
  const ran: string[] = [];
  const results = await Promise.allSettled(
    ["once", "wrong"].map((name) =>
      storage.write(
        1,
        (tx) => {
          ran.push(name);
          addTenant.run(tx, { name, at: tx.now });
          if (name === "wrong") throw new Error("no");
        },
        { isRepeatable: name === "wrong" },
      ),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(ran).toEqual(["once", "wrong"]);
  expect(names(storage)).toEqual(["once"]);
});

test("very many waiting writes are applied in their order in several turns, and all before the end", async () => {
  const storage = await openTestStorage(createFolder());
  let turns = 0;
  const count = () => {
    turns++;
    turn = setImmediate(count);
  };
  let turn = setImmediate(count);
  const madeIn: number[] = [];
  const written: string[] = [];
  const order = Array.from({ length: 60 }, (_, index) => `${index}`);
  const writes = order.map((name) =>
    storage.write(null, (tx) => {
      addTenant.run(tx, { name, at: tx.now });
      madeIn.push(turns);
      for (const end = performance.now() + 1; performance.now() < end; );
      written.push(name);
    }),
  );
  const ended = closeTestStorage(storage);
  await Promise.all(writes);
  await ended;
  clearImmediate(turn);
  expect(written).toEqual(order);
  expect(new Set(madeIn).size).toBeGreaterThan(2);
});

test("durable() is null only when no write waits for the disk", async () => {
  const storage = await openTestStorage(createFolder());
  expect(storage.durable()).toBeNull();
  await write(storage, "a");
  const pending = storage.durable();
  expect(pending).not.toBeNull();
  await pending;
  expect(storage.durable()).toBeNull();
});

test("changes are numbered, visible to their tenant alone, and continue after a restart", async () => {
  const folder = createFolder();
  const first = await openTestStorage(folder);
  const before = first.versions.of(1, ["tenant"]);
  await first.write(1, (tx) => addTenant.run(tx, { name: "a", at: tx.now }));
  expect(first.versions.of(1, ["tenant"])).toBeGreaterThan(before);
  expect(first.versions.of(2, ["tenant"])).toBe(before);
  expect(first.versions.of(1, ["article"])).toBe(before);
  const after = first.versions.of(1, ["tenant"]);
  await closeTestStorage(first);
  expect((await openTestStorage(folder)).versions.of(1, ["tenant"])).toBeGreaterThanOrEqual(after);
});

test("time continues from the last write, however far back the system clock has jumped", async () => {
  const folder = createFolder();
  const inTenYears = Date.now() + 10 * 365 * 24 * 3600_000;
  const first = await openTestStorage(folder, { clock: makeClock(() => inTenYears) });
  await write(first, "future");
  await closeTestStorage(first);
  const clock = makeClock();
  await openTestStorage(folder, { clock });
  expect(clock.now()).toBeGreaterThanOrEqual(inTenYears);
  expect(clock.isBehind()).toBe(true);
});
