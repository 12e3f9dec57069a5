import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import Database from "better-sqlite3";
import { BARE_RESULTS, type ResultQuery } from "./results.ts";

/** The jobs of the bare program on a copy of the product's database. */
export type BareJob =
  | { readonly kind: "prepare"; readonly file: string }
  | { readonly kind: "count"; readonly file: string; readonly batch: number; readonly seconds: number }
  | { readonly kind: "report"; readonly file: string }
  | { readonly kind: "results"; readonly file: string; readonly query: ResultQuery }
  | { readonly kind: "close"; readonly file: string }
  | { readonly kind: "import"; readonly file: string; readonly csv: string };

/** How it did: milliseconds, and how many things in that time. */
export interface BareResult {
  readonly ms: number;
  readonly done: number;
}

/** The inventory that the bare program makes. */
const NAME = "Bare";

/**
 * Writes the same rows as the product, by better-sqlite3 alone: no rules, no tenant, no HTTP, one transaction each with
 * `synchronous=FULL`. The triggers that keep the search index and mark moved stock are the database's own.
 */
export function carryOut(job: BareJob): BareResult {
  const { file } = job;
  switch (job.kind) {
    case "prepare":
      return on(file, prepare);
    case "count":
      return on(file, (db) => count(db, job.batch, job.seconds));
    case "report":
      return on(file, report);
    case "results":
      return on(file, (db) => results(db, job.query));
    case "close":
      return on(file, close);
    case "import":
      return on(file, (db) => importArticles(db, job.csv));
  }
}

function on(file: string, work: (db: Database.Database) => number): BareResult {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32768");
  const began = performance.now();
  const done = work(db);
  const ms = performance.now() - began;
  db.close();
  return { ms, done };
}

const inventoryOf = (db: Database.Database): number =>
  Number(db.prepare("SELECT max(oid) FROM inventory WHERE name = ?").pluck().get(NAME));

function prepare(db: Database.Database): number {
  return db.transaction(() => {
    const { lastInsertRowid } = db
      .prepare(
        "INSERT INTO inventory (tenantId, name, nameFolded, inventoryStateId, change) VALUES (1, ?, '', 3, 1)",
      )
      .run(NAME);
    return db
      .prepare(
        `INSERT INTO inventoryItem (tenantId, inventoryId, articleId, locationId, quantity, price, change)
        SELECT 1, ?, a.oid, p.locationId, p.quantity, a.price, 1
        FROM articleLocation p JOIN article a ON a.oid = p.articleId WHERE p.tenantId = 1 AND a.deleted = 0`,
      )
      .run(lastInsertRowid).changes;
  })();
}

function count(db: Database.Database, batch: number, seconds: number): number {
  const inventory = inventoryOf(db);
  const items = db
    .prepare("SELECT oid FROM inventoryItem WHERE inventoryId = ? ORDER BY oid")
    .pluck()
    .all(inventory) as number[];
  const known = db.prepare("SELECT oid FROM countOperation WHERE tenantId = 1 AND operationId = ?");
  const read = db.prepare("SELECT * FROM inventoryItem WHERE oid = ?");
  const update = db.prepare(
    `UPDATE inventoryItem SET inventoryQuantity = ?, isFound = 1, countedDT = ?, countedBy = 3, countedTerminal = 'device 1',
      operationDT = ?, change = ? WHERE oid = ?`,
  );
  const note = db.prepare(
    `INSERT INTO countOperation (tenantId, inventoryId, operationId, kind, state, itemId, entered, at, receivedDT, userId,
      senderId, terminal, receipt, change) VALUES (1, ?, ?, 'set', 'applied', ?, ?, ?, ?, 3, 3, 'device 1', '{"result":"applied"}', ?)`,
  );
  const next = db.prepare("UPDATE changeCounter SET change = change + 1, at = ? RETURNING change").pluck();
  let turn = 0;
  const oneBatch = db.transaction(() => {
    const at = new Date().toISOString();
    const change = next.get(at);
    for (let i = 0; i < batch; i++, turn++) {
      const item = items[turn % items.length];
      const operationId = randomUUID();
      known.get(operationId);
      read.get(item);
      update.run(1, at, at, change, item);
      note.run(inventory, operationId, item, '{"inventoryQuantity":1}', at, at, change);
    }
  });
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) oneBatch();
  return turn;
}

function report(db: Database.Database): number {
  const rows = db
    .prepare(
      `SELECT i.*, a.code, a.name, l.name AS location, f.name AS foundAt FROM inventoryItem i
      JOIN article a ON a.oid = i.articleId LEFT JOIN location l ON l.oid = i.locationId
      LEFT JOIN location f ON f.oid = i.inventoryLocationId WHERE i.inventoryId = ? ORDER BY i.oid`,
    )
    .all(inventoryOf(db));
  return JSON.stringify(rows).length;
}

function results(db: Database.Database, query: ResultQuery): number {
  return JSON.stringify(db.prepare(BARE_RESULTS[query]).all(inventoryOf(db))).length;
}

function close(db: Database.Database): number {
  return db.transaction(() => {
    const inventory = inventoryOf(db);
    db.prepare("UPDATE inventory SET inventoryStateId = 7, isClosed = 1 WHERE oid = ?").run(inventory);
    const items = db
      .prepare(
        "SELECT articleId, locationId, inventoryQuantity FROM inventoryItem WHERE inventoryId = ? AND isFound = 1",
      )
      .all(inventory) as { articleId: number; locationId: number; inventoryQuantity: number }[];
    const setStock = db.prepare(
      "UPDATE articleLocation SET quantity = ? WHERE articleId = ? AND locationId = ?",
    );
    const audit = db.prepare(
      `INSERT INTO auditEntry (tenantId, at, userId, cause, entity, entityId, action, changes)
      VALUES (1, '2026-01-01T00:00:00.000Z', 1, 'inventory', 'article', ?, 'update', '[["place",null,null]]')`,
    );
    for (const { articleId, locationId, inventoryQuantity } of items) {
      setStock.run(inventoryQuantity, articleId, locationId);
      audit.run(articleId);
    }
    return items.length;
  })();
}

function importArticles(db: Database.Database, csv: string): number {
  const [, ...lines] = readFileSync(csv, "utf8").trim().split("\n");
  const insert = db.prepare(
    `INSERT INTO article (tenantId, code, name, categoryId, typeId, stateId, price, createdDT, modifiedDT, createdBy, modifiedBy,
      nameFolded, codeFolded, change) VALUES (1, ?, ?, 1, 1, 1, ?, '', '', '', '', ?, ?, 1)`,
  );
  const setStock = db.prepare(
    "INSERT INTO articleLocation (tenantId, articleId, locationId, quantity, change) VALUES (1, ?, 5, ?, 1)",
  );
  const taken = db.prepare("SELECT oid FROM article WHERE tenantId = 1 AND code = ? AND deleted = 0");
  const audit = db.prepare(
    `INSERT INTO auditEntry (tenantId, at, userId, cause, entity, entityId, action, changes)
    VALUES (1, '2026-01-01T00:00:00.000Z', 1, 'import', 'article', ?, ?, ?)`,
  );
  return db.transaction(() => {
    for (const line of lines) {
      const [code = "", name = "", , , , price = "0", , quantity = "1"] = line.split(";");
      taken.get(code);
      const folded = name.toLowerCase();
      const { lastInsertRowid } = insert.run(code, name, Number(price) * 10_000, folded, code.toLowerCase());
      setStock.run(lastInsertRowid, Number(quantity));
      audit.run(
        lastInsertRowid,
        "create",
        JSON.stringify([
          ["code", null, code],
          ["name", null, name],
        ]),
      );
      audit.run(lastInsertRowid, "update", JSON.stringify([["place", null, { locationId: 5, quantity }]]));
    }
    return lines.length;
  })();
}
