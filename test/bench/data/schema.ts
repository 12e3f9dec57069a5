/** The tables of raw and bare Koa. Prices are whole 1/10000, flags 0 and 1. */
export const tables = `
CREATE TABLE category (oid INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE type (oid INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE state (oid INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE article (
  oid INTEGER PRIMARY KEY, tenantId INTEGER NOT NULL, code TEXT, name TEXT NOT NULL, folded TEXT NOT NULL,
  categoryId INTEGER NOT NULL REFERENCES category, typeId INTEGER NOT NULL REFERENCES type,
  stateId INTEGER NOT NULL REFERENCES state, price INTEGER NOT NULL, serialNumber TEXT, rfId TEXT,
  userId INTEGER, responsibleUserId INTEGER, isDisposal INTEGER NOT NULL, disposalDT TEXT,
  disposalMethodId INTEGER, disposalReasonId INTEGER, deleted INTEGER NOT NULL DEFAULT 0,
  createdDT TEXT NOT NULL, modifiedDT TEXT, createdBy TEXT NOT NULL, modifiedBy TEXT) STRICT;
CREATE TABLE inventory (oid INTEGER PRIMARY KEY, tenantId INTEGER NOT NULL, stateId INTEGER NOT NULL) STRICT;
CREATE TABLE item (
  oid INTEGER PRIMARY KEY, inventoryId INTEGER NOT NULL REFERENCES inventory,
  articleId INTEGER NOT NULL REFERENCES article, locationId INTEGER, inventoryLocationId INTEGER,
  quantity INTEGER NOT NULL, inventoryQuantity INTEGER, isFound INTEGER NOT NULL, isDisposal INTEGER NOT NULL,
  isApproved INTEGER NOT NULL, disposalMethodId INTEGER, disposalReasonId INTEGER, note TEXT,
  isUnexpected INTEGER NOT NULL) STRICT;
CREATE TABLE history (
  oid INTEGER PRIMARY KEY, itemId INTEGER NOT NULL REFERENCES item, at TEXT NOT NULL, userId INTEGER NOT NULL,
  before TEXT NOT NULL, after TEXT NOT NULL) STRICT;
CREATE TABLE photo (
  oid INTEGER PRIMARY KEY, itemId INTEGER NOT NULL REFERENCES item, fileName TEXT NOT NULL,
  contentType TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, size INTEGER NOT NULL,
  createdDT TEXT NOT NULL, createdBy TEXT NOT NULL) STRICT;
`;

/** Created after the rows, so that loading is fast. */
export const indexes = `
CREATE UNIQUE INDEX articleCode ON article (tenantId, code) WHERE deleted = 0;
CREATE INDEX historyItem ON history (itemId);
CREATE INDEX photoItem ON photo (itemId);
`;

/** raw's alone: a trigram index over the folded names, and the counts of its trigrams. */
export const trigrams = `
CREATE VIRTUAL TABLE names USING fts5 (
  folded, content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = none);
CREATE VIRTUAL TABLE nameTrigrams USING fts5vocab ('names', 'row');
CREATE TRIGGER articleRenamed AFTER UPDATE OF folded ON article BEGIN
  INSERT INTO names (names, rowid, folded) VALUES ('delete', old.oid, old.folded);
  INSERT INTO names (rowid, folded) VALUES (new.oid, new.folded);
END;
INSERT INTO names (names) VALUES ('rebuild');
INSERT INTO names (names) VALUES ('optimize');
`;
