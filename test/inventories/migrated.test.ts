import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { afterOperation, COUNT_FIELDS, NOT_COUNTED } from "../../src/domain/counting/fold.ts";
import { appliedAfter } from "../../src/inventories/counting/store.ts";
import { migrateFirstSchema } from "../../src/storage/database/migrations.ts";
import { preparer } from "../../src/storage/database/prepared.ts";
import { times } from "../harness/times.ts";

// Counts of a server from before the operation log: their fold must equal the state of the items.

const AT = "2026-05-01T08:00:00.000Z";

/** A database of version 9 with one inventory, two locations and two articles. */
function createOldServer() {
  const db = new Database(":memory:");
  db.pragma("foreign_keys = ON");
  migrateFirstSchema(db, 9);
  db.exec(`
    INSERT INTO tenant (oid, name, createdDT) VALUES (1, 'x', '${AT}');
    INSERT INTO user (oid, tenantId, userName, userNameKey, firstName, lastName, fullNameFolded, isActive, roles, secretsChangedDT,
      createdDT, change) VALUES (1, 1, 'u', 'u', 'U', 'V', 'u v', 1, '["User"]', '${AT}', '${AT}', 1);
    INSERT INTO articleCategory (oid, tenantId, name, change) VALUES (100, 1, 'c', 1);
    INSERT INTO articleType (oid, tenantId, name, change) VALUES (100, 1, 't', 1);
    INSERT INTO location (oid, tenantId, name, nameFolded, change) VALUES (1, 1, 'a', 'a', 1), (2, 1, 'b', 'b', 1);
    INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, price, createdDT, modifiedDT, createdBy,
      modifiedBy, change) SELECT value, 1, 'n', 'n', 100, 100, 1, 25000, '${AT}', '${AT}', 'u', 'u', 1 FROM json_each('[1, 2]');
    INSERT INTO inventory (oid, tenantId, name, nameFolded, locationId, inventoryStateId, change) VALUES (1, 1, 'i', 'i', 1, 3, 1);
    INSERT INTO inventoryItem (oid, tenantId, inventoryId, articleId, locationId, quantity, change) VALUES (1, 1, 1, 1, 1, 5, 7);
  `);
  return db;
}

type State = Record<string, number | string | boolean | null>;
const FRESH: State = { inventoryQuantity: null, isFound: false, inventoryLocationId: null, note: null };

const update = fc.record(
  {
    inventoryQuantity: fc.option(fc.nat(3)),
    isFound: fc.boolean(),
    inventoryLocationId: fc.option(fc.constantFrom(1, 2)),
    note: fc.option(fc.constantFrom("x", "y")),
  },
  { requiredKeys: [] },
);

test("the fold of migrated counts equals the state of the item", () => {
  fc.assert(
    fc.property(fc.array(update, { minLength: 1, maxLength: 8 }), (updates) => {
      const db = createOldServer();
      const state = countAsBefore(db, updates);
      migrateFirstSchema(db);
      const applied = appliedAfter({ query: preparer(db) }, 1, 1, { at: "", operationId: "" });
      const folded = applied.reduce(afterOperation, NOT_COUNTED);
      const item = db.prepare<[], State>("SELECT * FROM inventoryItem WHERE oid = 1").get();
      for (const field of COUNT_FIELDS) expect(item?.[field], field).toBe(folded[field]);
      const { countedDT, countedBy, countedTerminal, operationDT } = folded;
      expect(item).toMatchObject({ countedDT, countedBy, countedTerminal, operationDT, price: 25000 });
      expect(folded.inventoryQuantity).toBe(state["inventoryQuantity"]);
      db.close();
    }),
    { numRuns: times(30) },
  );
});

/** Writes the updates as version 9 did; returns the final state. */
function countAsBefore(db: Database.Database, updates: readonly State[]): State {
  let state = FRESH;
  const note = db.prepare(
    "INSERT INTO inventoryItemHistory (tenantId, itemId, at, userId, before, after) VALUES (1, 1, ?, 1, ?, ?)",
  );
  for (const fields of updates) {
    const quantity = fields["inventoryQuantity"];
    const isFound = fields["isFound"] ?? (quantity === undefined ? state["isFound"] : Number(quantity) > 0);
    const next: State = { ...state, ...fields, isFound: isFound ?? false };
    const changed = Object.keys(next).filter((field) => next[field] !== state[field]);
    const of = (from: State) =>
      JSON.stringify(Object.fromEntries(changed.map((field) => [field, from[field]])));
    note.run(AT, of(state), of(next));
    state = next;
  }
  db.prepare(
    "UPDATE inventoryItem SET inventoryQuantity = ?, isFound = ?, inventoryLocationId = ?, note = ? WHERE oid = 1",
  ).run(state["inventoryQuantity"], state["isFound"] ? 1 : 0, state["inventoryLocationId"], state["note"]);
  return state;
}

test("two unexpected items that were moved to one location since are accepted", () => {
  const db = createOldServer();
  db.exec(`
    INSERT INTO inventoryItem (oid, tenantId, inventoryId, articleId, inventoryLocationId, quantity, isUnexpected, change)
    VALUES (2, 1, 1, 2, 1, 0, 1, 1), (3, 1, 1, 2, 1, 0, 1, 1), (4, 1, 1, 2, 2, 0, 1, 1), (5, 1, 1, 2, NULL, 0, 1, 1)`);
  migrateFirstSchema(db, 10);
  const found = db.prepare("SELECT oid, foundAtLocationId AS at FROM inventoryItem ORDER BY oid").raw().all();
  expect(found).toEqual([
    [1, null],
    [2, 1],
    [3, null],
    [4, 2],
    [5, null],
  ]);
});

test("an older inventory counts as started long ago: operations sent while it is paused count as made in progress", () => {
  const db = createOldServer();
  db.exec("UPDATE inventory SET inventoryStateId = 4 WHERE oid = 1");
  migrateFirstSchema(db, 10);
  const moves = db
    .prepare("SELECT stateId FROM inventoryMove WHERE inventoryId = 1 ORDER BY oid")
    .pluck()
    .all();
  expect(moves).toEqual([3, 4]);
});

test("an earlier approval names its user where the audit has it; prices get the currency of their article", () => {
  const db = createOldServer();
  migrateFirstSchema(db, 15);
  db.exec(`
    INSERT INTO currencyType (oid, tenantId, name, nameKey, nameFolded, change) VALUES (8, 1, 'CZK', 'czk', 'czk', 1), (9, 1, 'EUR', 'eur', 'eur', 1);
    UPDATE article SET currencyTypeId = 9 WHERE oid = 1;
    INSERT INTO inventoryItem (oid, tenantId, inventoryId, articleId, locationId, quantity, change) VALUES (2, 1, 1, 2, 1, 5, 7);
    INSERT INTO inventory (oid, tenantId, name, nameFolded, inventoryStateId, isClosed, isApproved, change)
    VALUES (2, 1, 'closed', 'closed', 7, 1, 1, 1), (3, 1, 'long ago', 'long ago', 7, 1, 1, 1), (4, 1, 'open', 'open', 6, 0, 0, 1);
    INSERT INTO audit (tenantId, at, userId, entity, entityId, action, changes) VALUES
      (1, '2026-05-01T10:00:00.000Z', 1, 'inventory', 2, 'update', '[["isApproved",false,true]]'),
      (1, '2026-05-01T11:00:00.000Z', 1, 'inventory', 2, 'update', '[["isApproved",true,false]]'),
      (1, '2026-05-01T12:00:00.000Z', 1, 'inventory', 2, 'update', '[["isApproved",false,true]]'),
      (1, '2026-05-01T13:00:00.000Z', 1, 'inventory', 2, 'update', '[["isClosed",false,true]]'),
      (1, '2026-05-01T14:00:00.000Z', 1, 'inventory', 4, 'update', '[["isApproved",false,true]]')`);
  migrateFirstSchema(db, 16);
  const approvals = db.prepare("SELECT oid, approvedDT, approvedBy FROM inventory ORDER BY oid").raw().all();
  expect(approvals).toEqual([
    [1, null, null],
    [2, "2026-05-01T12:00:00.000Z", 1],
    [3, null, null],
    [4, null, null],
  ]);
  const currencies = () => db.prepare("SELECT currency FROM inventoryItem ORDER BY oid").pluck().all();
  expect(currencies()).toEqual(["EUR", null]);
});

test("prices of articles without a currency are in the tenant's only currency", () => {
  const db = createOldServer();
  migrateFirstSchema(db, 15);
  db.exec(
    "INSERT INTO currencyType (oid, tenantId, name, nameKey, nameFolded, change) VALUES (8, 1, 'CZK', 'czk', 'czk', 1)",
  );
  migrateFirstSchema(db, 16);
  expect(db.prepare("SELECT currency FROM inventoryItem").pluck().all()).toEqual(["CZK"]);
});
