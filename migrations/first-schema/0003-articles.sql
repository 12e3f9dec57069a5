-- Locations, articles, where the articles are, and what users ask for them.

CREATE TABLE location (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameFolded TEXT NOT NULL,
  code TEXT,
  parentLocationId INTEGER CHECK (parentLocationId <> oid),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, parentLocationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX locationByName ON location (tenantId, nameFolded, oid);
CREATE INDEX locationByParent ON location (tenantId, parentLocationId);

-- `price` counts ten-thousandths. The *Folded columns hold the text as it is searched (storage/fold.ts).
CREATE TABLE article (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  code TEXT CHECK (code <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  categoryId INTEGER NOT NULL REFERENCES articleCategory (oid),
  typeId INTEGER NOT NULL REFERENCES articleType (oid),
  stateId INTEGER NOT NULL REFERENCES articleState (oid),
  price INTEGER NOT NULL DEFAULT 0 CHECK (price BETWEEN 0 AND 999999999999999),
  serialNumber TEXT,
  rfId TEXT,
  userId INTEGER,
  responsibleUserId INTEGER,
  isDisposal INTEGER NOT NULL DEFAULT 0 CHECK (isDisposal IN (0, 1)),
  disposalDT TEXT,
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  note TEXT,
  invoiceNo TEXT,
  buyDate TEXT,
  currencyTypeId INTEGER REFERENCES currencyType (oid),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  createdDT TEXT NOT NULL,
  modifiedDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  modifiedBy TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  codeFolded TEXT,
  serialFolded TEXT,
  rfIdFolded TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, responsibleUserId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX articleCode ON article (tenantId, code) WHERE deleted = 0 AND code IS NOT NULL;
CREATE INDEX articleByName ON article (tenantId, nameFolded, oid) WHERE deleted = 0;
CREATE INDEX articleByCode ON article (tenantId, codeFolded) WHERE deleted = 0 AND codeFolded IS NOT NULL;
CREATE INDEX articleBySerial ON article (tenantId, serialFolded) WHERE deleted = 0 AND serialFolded IS NOT NULL;
CREATE INDEX articleByRfId ON article (tenantId, rfIdFolded) WHERE deleted = 0 AND rfIdFolded IS NOT NULL;
CREATE INDEX articleByUser ON article (tenantId, userId) WHERE userId IS NOT NULL;
CREATE INDEX articleByResponsible ON article (tenantId, responsibleUserId) WHERE responsibleUserId IS NOT NULL;
CREATE INDEX articleByChange ON article (tenantId, change);

CREATE TRIGGER articleCatalogueOnInsert BEFORE INSERT ON article WHEN
  NOT EXISTS (SELECT 1 FROM articleCategory c WHERE c.oid = NEW.categoryId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleType c WHERE c.oid = NEW.typeId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleState c WHERE c.oid = NEW.stateId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM currencyType c WHERE c.oid = NEW.currencyTypeId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
CREATE TRIGGER articleCatalogueOnUpdate
BEFORE UPDATE OF tenantId, categoryId, typeId, stateId, disposalMethodId, disposalReasonId, currencyTypeId ON article WHEN
  NOT EXISTS (SELECT 1 FROM articleCategory c WHERE c.oid = NEW.categoryId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleType c WHERE c.oid = NEW.typeId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleState c WHERE c.oid = NEW.stateId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM currencyType c WHERE c.oid = NEW.currencyTypeId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;

-- Trigrams of the searched text. Positions are not kept (detail=column): a hit is checked against the text itself.
CREATE VIRTUAL TABLE articleSearch USING fts5 (
  nameFolded, codeFolded, serialFolded, rfIdFolded,
  content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = column
);
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;
CREATE TRIGGER articleSearchOnUpdate AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded ON article
WHEN NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded
  OR NEW.serialFolded IS NOT OLD.serialFolded OR NEW.rfIdFolded IS NOT OLD.rfIdFolded
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;

CREATE TABLE articleLocation (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  change INTEGER NOT NULL,
  UNIQUE (articleId, locationId),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX articleLocationByLocation ON articleLocation (tenantId, locationId);

CREATE TABLE articleTransfer (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  targetLocationId INTEGER NOT NULL,
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
  isRejected INTEGER NOT NULL DEFAULT 0 CHECK (isRejected IN (0, 1)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  CHECK (isConfirmed + isRejected <= 1),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, targetLocationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX articleTransferByUser ON articleTransfer (tenantId, userId);

-- Waits while `decidedDT` is null.
CREATE TABLE disposalProposal (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  proposalDT TEXT NOT NULL,
  decidedDT TEXT,
  isDisposal INTEGER NOT NULL DEFAULT 0 CHECK (isDisposal IN (0, 1)),
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX disposalProposalByUser ON disposalProposal (tenantId, userId);
CREATE TRIGGER disposalProposalCatalogue BEFORE INSERT ON disposalProposal WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
