import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";

let box: TestBox;
let db: Database.Database;
beforeAll(async () => {
  box = await aBox({ keep: true });
  await box.appliance.stop();
  db = new Database(join(box.folder, readdirSync(box.folder).find((name) => name.endsWith(".db")) ?? ""));
  db.pragma("foreign_keys = ON");
});
afterAll(async () => {
  db.close();
  await box.stop().catch(() => {});
});

/** Each reference that could lead from tenant 2 into tenant 1, tried behind the program's back. */
test.each([
  ["article.categoryId", "UPDATE article SET categoryId = 1 WHERE oid = 501"],
  ["article.typeId", "UPDATE article SET typeId = 1 WHERE oid = 501"],
  ["article.userId", "UPDATE article SET userId = 1 WHERE oid = 501"],
  ["article.responsibleUserId", "UPDATE article SET responsibleUserId = 1 WHERE oid = 501"],
  ["article.disposalMethodId", "UPDATE article SET disposalMethodId = 1 WHERE oid = 501"],
  ["article.disposalReasonId", "UPDATE article SET disposalReasonId = 1 WHERE oid = 501"],
  ["article.currencyTypeId", "UPDATE article SET currencyTypeId = 1 WHERE oid = 501"],
  ["article.tenantId", "UPDATE article SET tenantId = 2 WHERE oid = 1"],
  ["location.parentLocationId", "UPDATE location SET parentLocationId = 1 WHERE oid = 41"],
  ["articleLocation.locationId", "UPDATE articleLocation SET locationId = 1 WHERE articleId = 501"],
  [
    "articleLocation.articleId",
    "UPDATE articleLocation SET articleId = 1, locationId = 41 WHERE articleId = 501",
  ],
  [
    "articleTransfer.targetLocationId",
    "INSERT INTO articleTransfer (tenantId, articleId, userId, targetLocationId, createdDT, change) VALUES (2, 501, 6, 1, '', 0)",
  ],
  [
    "articleTransfer.userId",
    "INSERT INTO articleTransfer (tenantId, articleId, userId, targetLocationId, createdDT, change) VALUES (2, 501, 1, 41, '', 0)",
  ],
  [
    "disposalProposal.articleId",
    "INSERT INTO disposalProposal (tenantId, articleId, userId, proposalDT, change) VALUES (2, 1, 6, '', 0)",
  ],
  [
    "disposalProposal.disposalReasonId",
    "INSERT INTO disposalProposal (tenantId, articleId, userId, disposalReasonId, proposalDT, change) VALUES (2, 501, 6, 1, '', 0)",
  ],
  ["inventory.locationId", "UPDATE inventory SET locationId = 1 WHERE oid = 10"],
  ["inventoryItem.articleId", "UPDATE inventoryItem SET articleId = 1 WHERE inventoryId = 10"],
  ["inventoryItem.locationId", "UPDATE inventoryItem SET locationId = 1 WHERE inventoryId = 10"],
  [
    "inventoryItem.inventoryLocationId",
    "UPDATE inventoryItem SET inventoryLocationId = 1 WHERE inventoryId = 10",
  ],
  ["inventoryItem.inventoryId", "UPDATE inventoryItem SET inventoryId = 3 WHERE inventoryId = 10"],
  ["inventoryItem.disposalMethodId", "UPDATE inventoryItem SET disposalMethodId = 1 WHERE inventoryId = 10"],
  ["photo.inventoryItemId", "UPDATE photo SET tenantId = 2"],
  [
    "deviceToken.userId",
    "INSERT INTO deviceToken (tenantId, userId, deviceName, tokenHash, createdDT, expiresAt, change) VALUES (2, 1, 'd', x'00', '', '', 0)",
  ],
  [
    "registrationCode.userId",
    "INSERT INTO registrationCode (userId, tenantId, codeMac, expiresAt) VALUES (1, 2, x'00', '')",
  ],
  [
    "printRequest.printerId",
    "INSERT INTO printRequest (tenantId, articleId, printerId, labelFormatId, copies, stateId, createdDT, createdBy, userId, change, queuedDT) VALUES (2, 501, 1, 5, 1, 1, '', '', 6, 0, '')",
  ],
  [
    "printRequest.labelFormatId",
    "INSERT INTO printRequest (tenantId, articleId, printerId, labelFormatId, copies, stateId, createdDT, createdBy, userId, change, queuedDT) VALUES (2, 501, 5, 1, 1, 1, '', '', 6, 0, '')",
  ],
  [
    "printRequest.articleId",
    "INSERT INTO printRequest (tenantId, articleId, printerId, labelFormatId, copies, stateId, createdDT, createdBy, userId, change, queuedDT) VALUES (2, 1, 5, 5, 1, 1, '', '', 6, 0, '')",
  ],
])("the database itself refuses %s of another tenant", (_, statement) => {
  expect(() => db.exec(statement)).toThrow(/FOREIGN KEY constraint failed|of another tenant/);
});

test("and takes the same within one tenant", () => {
  db.exec("UPDATE article SET categoryId = 2, userId = 1 WHERE oid = 1");
  db.exec("UPDATE location SET parentLocationId = 1 WHERE oid = 40");
});
