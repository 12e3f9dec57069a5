import fc from "fast-check";
import { expect, test } from "vitest";
import { type Candidate, choose } from "../../src/cycle-counts/choose.ts";
import { run } from "../../src/cycle-counts/choose-job.ts";
import { ownerOf } from "../../src/cycle-counts/runs.ts";
import { drawByValue } from "../../src/cycle-counts/value-draw.ts";
import { State } from "../../src/domain/inventory-states.ts";
import { eachInSteps, resultOf, STEP, sortInSteps } from "../../src/domain/stepwise.ts";
import { rankOf } from "../../src/inventories/draw.ts";
import type { Db } from "../../src/storage/database/statement.ts";
import { startWarehouse, type Warehouse } from "../inventories/stocktake.ts";

// The choice of a plan works in steps, between which counts are taken.

test("a sort in steps gives what a sort at once gives, and keeps the order of equals", () => {
  const records = fc.array(fc.record({ key: fc.integer({ min: 0, max: 40 }), id: fc.nat() }), {
    maxLength: 4 * STEP,
    size: "max",
  });
  fc.assert(
    fc.property(records, (all) => {
      const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
      expect(resultOf(sortInSteps(all, compare))).toEqual(all.toSorted(compare));
    }),
    { numRuns: 50 },
  );
});

const SELECTION = {
  ...{ locationIds: [], limit: null, abc: null, notCountedDays: null, sample: null, userId: null },
};
const ABC = { by: "value", days: 90, classes: ["A", "B"], a: 80, ab: 95 } as const;

test.each([
  { ...SELECTION, kind: "sample", limit: 700 } as const,
  { ...SELECTION, kind: "valueSample", limit: 700 } as const,
  { ...SELECTION, kind: "abc", abc: ABC } as const,
  { ...SELECTION, kind: "notCounted" } as const,
  { ...SELECTION, kind: "location", limit: 3 } as const,
])("no step of a choice by $kind is long, however many records there are", (selection) => {
  let read = 0;
  const candidates = Array.from({ length: 20_000 }, (_, n): Candidate => {
    const record = { articleId: 1 + (n >> 2), locationId: 1 + ((n * 7919) % 97) };
    const rest = { quantity: 1, currencyTypeId: null, userId: null, responsibleUserId: null };
    const countedDT = n % 3 === 0 ? null : new Date(n * 7919).toISOString();
    const rank = rankOf("4711", record);
    const price = (n * 104_729) % 10_007;
    return {
      ...{ articleId: record.articleId, countedDT, ...rest },
      get price() {
        read++;
        return price;
      },
      get locationId() {
        read++;
        return record.locationId;
      },
      get rank() {
        read++;
        return rank;
      },
    };
  });
  const facts = { before: null, placeOf: (id: number) => 97 - id, movementsOf: () => 0 };
  const work =
    selection.kind === "valueSample"
      ? drawByValue(candidates, selection)
      : choose(selection, candidates, facts);
  let longest = 0;
  for (let next = work.next(); !next.done; next = work.next()) {
    longest = Math.max(longest, read);
    read = 0;
  }
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThanOrEqual(2 * STEP);
});

interface Choice {
  readonly tx: Db;
  readonly program: Iterator<unknown>;
  readonly warehouse: Warehouse;
  readonly inventoryId: number;
}

/** Chooses the stock of T1, T2 and T3, after `begin` has run the first steps; returns the codes that are counted then. */
async function chosenAfter(begin: (choice: Choice) => void): Promise<readonly string[]> {
  const { server, warehouse } = await startWarehouse(["A", "B"]);
  for (const code of ["T1", "T2"]) await warehouse.article(code, { A: 1 });
  await warehouse.article("T3", { B: 1 });
  const { manager } = warehouse;
  const locationIds = [warehouse.at("A"), warehouse.at("B")];
  const { body } = await manager.post("/api/inventories", { name: "Chosen", locationIds });
  const inventoryId: number = body.oid;
  const { storage } = server.appliance.dependencies;
  const principal = ownerOf({ tenantId: 1, ownerId: 2 });
  const selection = { ...SELECTION, kind: "notCounted" as const, locationIds };
  const input = {
    ...{ tenantId: 1, inventoryId, principal, to: State.WaitingForStart, selection, seed: "4711" },
  };
  await storage.write(1, (tx) => {
    const context = {
      jobId: 0,
      folder: server.folder,
      position: null,
      isOutdated: () => false,
      outcome: () => null,
    };
    const program = run({ tx, input, ...context });
    begin({ tx, program, warehouse, inventoryId });
    for (let next = program.next(); !next.done; next = program.next());
  });
  const { body: items } = await manager.get(`/api/inventories/${inventoryId}/items`);
  const codes: string[] = items.map((item: { article: { code: string } }) => item.article.code).sort();
  expect(selected(storage.db, inventoryId)).toBe(codes.length);
  return codes;
}

const selected = (db: Db, inventoryId: number) =>
  query(db, "SELECT 1 FROM inventorySelection WHERE inventoryId = ?", [inventoryId]).all().length;

test("an earlier choice is replaced, a part at a time", async () => {
  const codes = await chosenAfter(({ tx, program, inventoryId }) => {
    expect(query(tx, EARLIER_CHOICE, [inventoryId]).run().changes).toBe(1200);
    while (selected(tx, inventoryId) === 1200) program.next();
    expect(selected(tx, inventoryId)).toBe(700);
  });
  expect(codes).toEqual(["T1", "T2", "T3"]);
});

test("stock that is gone when it is written is left out", async () => {
  const codes = await chosenAfter(({ tx, program, warehouse }) => {
    // The location of T2 is read, and nothing is written.
    program.next();
    query(tx, "DELETE FROM articleLocation WHERE articleId = ?", [warehouse.id("T2")]).run();
  });
  expect(codes).toEqual(["T1", "T3"]);
});

const EARLIER_CHOICE = `INSERT INTO inventorySelection (inventoryId, locationId, articleId, tenantId)
  SELECT ?, l.oid, a.oid, 1 FROM article a JOIN location l ON l.tenantId = a.tenantId
  WHERE a.tenantId = 1 ORDER BY a.oid, l.oid LIMIT 1200`;

const query = (db: Db, sql: string, values: readonly unknown[]) => {
  const prepared = db.query({ sql, reads: [] }, values);
  return { run: () => prepared.run(...values), all: () => prepared.all(...values) };
};

test("work on each record pauses after each step, and only then", () => {
  const records = Array.from({ length: 2 * STEP + 1 }, (_, index) => index);
  const pauses = [...eachInSteps(records, () => {})];
  expect(pauses).toEqual([null, null]);
});
