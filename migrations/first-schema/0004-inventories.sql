-- Stocktakes, their items, every count ever made, and the photos taken meanwhile.

CREATE TABLE inventory (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameFolded TEXT NOT NULL,
  isClosed INTEGER NOT NULL DEFAULT 0 CHECK (isClosed IN (0, 1)),
  isApproved INTEGER NOT NULL DEFAULT 0 CHECK (isApproved IN (0, 1)),
  mustBeApproved INTEGER NOT NULL DEFAULT 0 CHECK (mustBeApproved IN (0, 1)),
  isBlind INTEGER NOT NULL DEFAULT 0 CHECK (isBlind IN (0, 1)),
  locationId INTEGER,
  inventoryStateId INTEGER NOT NULL CHECK (inventoryStateId BETWEEN 1 AND 8),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX inventoryByName ON inventory (tenantId, nameFolded, oid);

CREATE TABLE inventoryItem (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  locationId INTEGER,
  inventoryLocationId INTEGER,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  inventoryQuantity INTEGER CHECK (inventoryQuantity >= 0),
  isFound INTEGER NOT NULL DEFAULT 0 CHECK (isFound IN (0, 1)),
  isDisposal INTEGER NOT NULL DEFAULT 0 CHECK (isDisposal IN (0, 1)),
  isApproved INTEGER NOT NULL DEFAULT 0 CHECK (isApproved IN (0, 1)),
  isUnexpected INTEGER NOT NULL DEFAULT 0 CHECK (isUnexpected IN (0, 1)),
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  note TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryLocationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX inventoryItemByInventory ON inventoryItem (inventoryId, oid);
CREATE INDEX inventoryItemByLocation ON inventoryItem (inventoryId, locationId);
CREATE INDEX inventoryItemByArticle ON inventoryItem (articleId, inventoryId);
CREATE TRIGGER inventoryItemCatalogueOnInsert BEFORE INSERT ON inventoryItem WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
CREATE TRIGGER inventoryItemCatalogueOnUpdate
BEFORE UPDATE OF tenantId, disposalMethodId, disposalReasonId ON inventoryItem WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;

-- Append-only: one row a count. `before` and `after` are JSON objects of the fields that changed. Nothing is ever
-- deleted here, so the next oid is new without AUTOINCREMENT, which would write one page more a count.
CREATE TABLE inventoryItemHistory (
  oid INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  itemId INTEGER NOT NULL,
  at TEXT NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  before TEXT NOT NULL,
  after TEXT NOT NULL,
  FOREIGN KEY (tenantId, itemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX inventoryItemHistoryByItem ON inventoryItemHistory (itemId, oid);

-- `file` and `thumbnail` name files of the photo folder, which stand there before the row does.
CREATE TABLE photo (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  fileName TEXT NOT NULL,
  contentType TEXT NOT NULL CHECK (contentType IN ('image/jpeg', 'image/png')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  file TEXT NOT NULL,
  thumbnail TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX photoByItem ON photo (inventoryItemId, oid);
