-- Settings that people change while the box works, and who has logged in on which device.

-- `value` is JSON.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  change INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What these users count on the device may be sent by whoever is logged in there later.
CREATE TABLE deviceUser (
  deviceTokenId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (deviceTokenId, userId),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT, WITHOUT ROWID;
INSERT INTO deviceUser SELECT oid, userId, tenantId, createdDT FROM deviceToken;

-- A catalogue's names are unique in the tenant by `nameKey` and ordered by `nameFolded` (storage/fold.ts); until now only the
-- demo has made any, in ASCII.
ALTER TABLE articleCategory ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE articleCategory ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE articleCategory SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX articleCategoryName ON articleCategory (tenantId, nameKey);
ALTER TABLE articleType ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE articleType ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE articleType SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX articleTypeName ON articleType (tenantId, nameKey);
ALTER TABLE articleState ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE articleState ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE articleState SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX articleStateName ON articleState (tenantId, nameKey);
ALTER TABLE currencyType ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE currencyType ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE currencyType SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX currencyTypeName ON currencyType (tenantId, nameKey);
ALTER TABLE articleDisposalMethod ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE articleDisposalMethod ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE articleDisposalMethod SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX articleDisposalMethodName ON articleDisposalMethod (tenantId, nameKey);
ALTER TABLE articleDisposalReason ADD COLUMN nameKey TEXT NOT NULL DEFAULT '';
ALTER TABLE articleDisposalReason ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
UPDATE articleDisposalReason SET nameKey = lower(name), nameFolded = lower(name);
CREATE UNIQUE INDEX articleDisposalReasonName ON articleDisposalReason (tenantId, nameKey);

-- Which records use a catalogue's record: asked before one is deleted, and by filters.
CREATE INDEX articleByCategory ON article (categoryId);
CREATE INDEX articleByType ON article (typeId);
CREATE INDEX articleByState ON article (stateId);
CREATE INDEX articleByDisposalMethod ON article (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX articleByDisposalReason ON article (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
CREATE INDEX articleByCurrency ON article (currencyTypeId) WHERE currencyTypeId IS NOT NULL;
CREATE INDEX inventoryItemByDisposalMethod ON inventoryItem (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX inventoryItemByDisposalReason ON inventoryItem (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
