-- Sample data that can be taken away without a trace (src/sample).

-- The records of a tenant's sample data; while it is taken away, also those that were made on top of it.
CREATE TABLE sampleRecord (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  tableName TEXT NOT NULL CHECK (tableName IN
    ('location', 'articleCategory', 'articleType', 'article', 'printFormat', 'inventory')),
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, tableName, oid)
) STRICT, WITHOUT ROWID;

-- Articles whose rows are gone since the change: who follows the articles is told.
CREATE TABLE articleGone (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  change INTEGER NOT NULL,
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, change, oid)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
END;

-- A photo belongs to exactly one of these; a deleted one, whose files go later, may have lost what it was of.
CREATE TABLE photoNew (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER,
  articleId INTEGER,
  countOperationId INTEGER,
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
  deletedDT TEXT,
  change INTEGER NOT NULL,
  CHECK ((inventoryItemId IS NOT NULL) + (articleId IS NOT NULL) + (countOperationId IS NOT NULL) = 1
    OR (deleted = 1 AND coalesce(inventoryItemId, articleId, countOperationId) IS NULL)),
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, countOperationId) REFERENCES countOperation (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
-- No id is given twice: also not that of a photo whose row is gone.
INSERT INTO sqlite_sequence (name, seq) SELECT 'photoNew', seq FROM sqlite_sequence WHERE name = 'photo';
INSERT INTO photoNew
SELECT oid, tenantId, inventoryItemId, articleId, countOperationId, userId, fileName, contentType, width, height, size, file,
  thumbnail, createdDT, createdBy, deleted, deletedDT, change
FROM photo;
DROP TABLE photo;
ALTER TABLE photoNew RENAME TO photo;
CREATE INDEX photoByItem ON photo (inventoryItemId, oid) WHERE inventoryItemId IS NOT NULL;
CREATE INDEX photoByArticle ON photo (articleId, oid) WHERE articleId IS NOT NULL;
CREATE INDEX photoByOperation ON photo (countOperationId, oid) WHERE countOperationId IS NOT NULL;
CREATE INDEX photoDeleted ON photo (deletedDT) WHERE deleted = 1;
CREATE INDEX photoByFile ON photo (file);
CREATE INDEX photoByThumbnail ON photo (thumbnail);
