import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/storage/database/migrations.ts";

const AT = "2026-05-01T08:00:00.000Z";

function createDatabase(build: (db: Database.Database) => void): Database.Database {
  const db = new Database(":memory:");
  onTestFinished(() => {
    db.close();
  });
  db.pragma("foreign_keys = ON");
  build(db);
  return db;
}

/** An inventory item and two print requests, one of each without JSON. */
function fill(db: Database.Database): void {
  db.exec(`
    INSERT INTO tenant (oid, name, createdDT) VALUES (1, 'x', '${AT}');
    INSERT INTO user (oid, tenantId, userName, userNameKey, firstName, lastName, fullNameFolded, isActive, roles, secretsChangedDT,
      createdDT, change) VALUES (1, 1, 'u', 'u', 'U', 'V', 'u v', 1, '["User"]', '${AT}', '${AT}', 1);
    INSERT INTO articleCategory (oid, tenantId, name, nameKey, nameFolded, change) VALUES (1, 1, 'c', 'c', 'c', 1);
    INSERT INTO articleType (oid, tenantId, name, nameKey, nameFolded, change) VALUES (1, 1, 't', 't', 't', 1);
    INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, createdDT, modifiedDT, createdBy, modifiedBy,
      change) SELECT value, 1, 'n', 'n', 1, 1, 1, '${AT}', '${AT}', 'u', 'u', 1 FROM json_each('[1, 2]');
    INSERT INTO inventory (oid, tenantId, name, nameFolded, inventoryStateId, change)
      VALUES (1, 1, 'i', 'i', 3, 1);
    INSERT INTO inventoryItem (oid, tenantId, inventoryId, articleId, quantity, change, checkpoint)
      VALUES (1, 1, 1, 1, 1, 1, '{"n":1}'), (2, 1, 1, 2, 1, 1, NULL);
    INSERT INTO printer (oid, tenantId, name, nameKey, ipAddress, port, printerTypeId, isActive, change)
      VALUES (1, 1, 'p', 'p', '127.0.0.1', 9100, 1, 1, 1);
    INSERT INTO printRequest (oid, tenantId, printerId, copies, stateId, lastError, createdDT, queuedDT, createdBy, userId, change)
      VALUES (1, 1, 1, 1, 1, '{"en":"a","cs":"b"}', '${AT}', '${AT}', 'u', 1, 1),
      (2, 1, 1, 1, 1, NULL, '${AT}', '${AT}', 'u', 1, 1);`);
}

/** json_valid as SQLite 3.40 has it. */
function asInSqlite340(db: Database.Database): void {
  db.function("json_valid", { deterministic: true }, (value) => {
    if (typeof value !== "string") return 0;
    JSON.parse(value);
    return 1;
  });
}

test("every CHECK that calls json_valid on a nullable column allows null explicitly", () => {
  const db = createDatabase((one) => migrate(one, "memory"));
  const tables = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").all() as readonly {
    readonly name: string;
    readonly sql: string;
  }[];
  const seen: string[] = [];
  for (const { name, sql } of tables) {
    const columns = db.pragma(`table_info(${name})`) as readonly { name: string; notnull: 0 | 1 }[];
    for (const [text, , column = ""] of sql.matchAll(/("?\w+"? IS NULL OR )?json_valid\("?(\w+)"?\)/g)) {
      seen.push(`${name}.${column}`);
      const isNullable = columns.find((one) => one.name === column)?.notnull !== 1;
      if (isNullable) expect(text, name).toMatch(new RegExp(`^"?${column}"? IS NULL OR json_valid`));
    }
  }
  expect(seen).toEqual(
    expect.arrayContaining(["inventoryItem.checkpoint", "printRequest.lastError", "user.roles"]),
  );
});

test("a database with null in such columns passes the integrity check of SQLite 3.40, and still refuses invalid JSON", () => {
  const db = createDatabase((one) => migrate(one, "memory"));
  fill(db);
  expect(() => db.exec("UPDATE printRequest SET lastError = 'no JSON'")).toThrow(/CHECK/);
  expect(() => db.exec("UPDATE inventoryItem SET checkpoint = 'no JSON'")).toThrow(/CHECK/);
  asInSqlite340(db);
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
});
