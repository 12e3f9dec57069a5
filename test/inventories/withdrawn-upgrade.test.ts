import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { serializeMessage } from "../../src/printing/queue/request.ts";
import { cancelledReason } from "../../src/printing/transport/reasons.ts";
import { migrate, repeatEach } from "../../src/storage/database/migrations.ts";

// Data of a server on which a decision was withdrawn without its approvals, and a printer deleted without its requests.

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const BEFORE = 139;

function createBefore(): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => void db.close());
  db.pragma("foreign_keys = OFF");
  for (const name of globSync("*.sql", { cwd: MIGRATIONS })
    .sort()
    .slice(0, BEFORE - 115))
    db.exec(repeatEach(readFileSync(join(MIGRATIONS, name), "utf8")));
  db.pragma(`user_version = ${BEFORE}`);
  return db;
}

function insert(db: Database.Database, table: string, row: Readonly<Record<string, string | number | null>>) {
  const names = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`).run(
    row,
  );
}

const APPROVED = { isApproved: 1, approvedDT: "2026-03-02T08:00:00.000Z" };
const EARLIER = "2026-03-01T08:00:00.000Z";
const LATER = "2026-03-03T08:00:00.000Z";

/** An approved stocktake with an approved item. */
function addStocktake(
  db: Database.Database,
  oid: number,
  stocktake: { inventoryStateId?: number; settledArticleId?: number },
  item: { decision: string | null; movedDT: string | null },
): void {
  const row = { oid, tenantId: 1, change: 1, ...APPROVED };
  const names = { name: `${oid}`, nameFolded: `${oid}` };
  insert(db, "inventory", { ...row, ...names, inventoryStateId: 6, ...stocktake });
  insert(db, "inventoryItem", { ...row, inventoryId: oid, articleId: 5, quantity: 1, ...item });
}

test("an upgrade withdraws the approvals of what moved after its approval, without a decision", () => {
  const db = createBefore();
  addStocktake(db, 1, {}, { decision: null, movedDT: LATER });
  addStocktake(db, 2, {}, { decision: "keepCount", movedDT: LATER });
  addStocktake(db, 3, {}, { decision: null, movedDT: EARLIER });
  addStocktake(db, 4, { settledArticleId: 9 }, { decision: null, movedDT: LATER });
  addStocktake(db, 5, { inventoryStateId: 7 }, { decision: null, movedDT: LATER });
  migrate(db, "of the test");
  for (const table of ["inventory", "inventoryItem"])
    expect(
      db.prepare(`SELECT oid FROM ${table} WHERE isApproved = 0 AND approvedDT IS NULL`).pluck().all(),
      table,
    ).toEqual([1]);
});

test("an upgrade cancels what waits for a deleted printer", () => {
  const db = createBefore();
  for (const [oid, deleted] of [
    [1, 0],
    [2, 1],
  ] as const) {
    const row = { tenantId: 1, change: 1 };
    const printer = {
      name: `${oid}`,
      nameKey: `${oid}`,
      ipAddress: "127.0.0.1",
      port: 9100,
      printerTypeId: 1,
    };
    insert(db, "printer", { ...row, ...printer, oid, deleted, isActive: 1 });
    const request = { ...row, printerId: oid, copies: 1, createdBy: "U", userId: 2 };
    for (const stateId of [1, 3])
      insert(db, "printRequest", { ...request, stateId, createdDT: EARLIER, queuedDT: EARLIER });
  }
  migrate(db, "of the test");
  const requests = db
    .prepare("SELECT printerId, stateId, lastError, finishedDT IS NULL FROM printRequest ORDER BY oid")
    .raw()
    .all();
  expect(requests).toEqual([
    [1, 1, null, 1],
    [1, 3, null, 1],
    [2, 4, serializeMessage(cancelledReason), 0],
    [2, 3, null, 1],
  ]);
});
