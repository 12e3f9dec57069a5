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

-- Which records use a catalogue's record: asked before one is deleted, and by filters.
CREATE INDEX articleByCategory ON article (categoryId);
CREATE INDEX articleByType ON article (typeId);
CREATE INDEX articleByState ON article (stateId);
CREATE INDEX articleByDisposalMethod ON article (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX articleByDisposalReason ON article (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
CREATE INDEX articleByCurrency ON article (currencyTypeId) WHERE currencyTypeId IS NOT NULL;
CREATE INDEX inventoryItemByDisposalMethod ON inventoryItem (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX inventoryItemByDisposalReason ON inventoryItem (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
