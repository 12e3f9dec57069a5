import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { migrateFirstSchema } from "../../src/storage/database/migrations.ts";

const AT = "2026-05-01T08:00:00.000Z";

test("photos of a server from an earlier release keep all their properties, and their ids are not used again", () => {
  const db = new Database(":memory:");
  db.pragma("foreign_keys = ON");
  migrateFirstSchema(db, 12);
  db.exec(`
    INSERT INTO tenant (oid, name, createdDT) VALUES (1, 'x', '${AT}');
    INSERT INTO user (oid, tenantId, userName, userNameKey, firstName, lastName, fullNameFolded, isActive, roles, secretsChangedDT,
      createdDT, change) VALUES (1, 1, 'u', 'u', 'U', 'V', 'u v', 1, '["User"]', '${AT}', '${AT}', 1);
    INSERT INTO articleCategory (oid, tenantId, name, change) VALUES (1, 1, 'c', 1);
    INSERT INTO articleType (oid, tenantId, name, change) VALUES (1, 1, 't', 1);
    INSERT INTO article (oid, tenantId, name, nameFolded, categoryId, typeId, stateId, createdDT, modifiedDT, createdBy, modifiedBy,
      change) VALUES (1, 1, 'n', 'n', 1, 1, 1, '${AT}', '${AT}', 'u', 'u', 1);
    INSERT INTO photo (oid, tenantId, articleId, userId, fileName, contentType, width, height, size, file, thumbnail, createdDT,
      createdBy, deleted, deletedDT, change)
    SELECT value, 1, 1, 1, 'f' || value, 'image/jpeg', 4, 3, 9, 'a' || value, 'b' || value, '${AT}', 'u', value = 2,
      iif(value = 2, '${AT}', NULL), value FROM json_each('[1, 2, 7]');
    DELETE FROM photo WHERE oid = 7;
  `);
  const photos = () => db.prepare("SELECT * FROM photo ORDER BY oid").all();
  const before = photos();
  migrateFirstSchema(db, 13);
  expect(photos()).toEqual(before);
  const copy =
    "INSERT INTO photo SELECT NULL, tenantId, inventoryItemId, articleId, countOperationId, userId, fileName, contentType, width, height, size, file, thumbnail, createdDT, createdBy, deleted, deletedDT, change FROM photo WHERE oid = 1";
  expect(db.prepare(copy).run().lastInsertRowid).toBe(8);
  // Only a deleted photo may have lost its subject.
  db.exec("UPDATE photo SET articleId = NULL WHERE oid = 2");
  expect(() => db.exec("UPDATE photo SET articleId = NULL WHERE oid = 1")).toThrow(/CHECK/);
  db.close();
});
