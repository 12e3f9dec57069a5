-- Custom fields, warranty and supplier of articles, and files attached to them (src/custom-fields/, src/articles/, src/photos/).

-- A field that a tenant has defined for its articles.
--   type         src/domain/custom-fields.ts
--   unit         of a number
--   choices      JSON array of texts, of a choice
--   categoryIds  JSON array: articles of these categories have the field; NULL: all articles
--   position     place in lists and forms
--   deleted      articles may still have values
CREATE TABLE customField (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'number', 'date', 'choice', 'yesNo', 'link')),
  unit TEXT,
  choices TEXT CHECK (choices IS NULL OR json_valid(choices)),
  categoryIds TEXT CHECK (categoryIds IS NULL OR json_valid(categoryIds)),
  isRequired INTEGER NOT NULL CHECK (isRequired IN (0, 1)),
  position INTEGER NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  CHECK ((type = 'choice') = (choices IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX customFieldName ON customField (tenantId, nameKey) WHERE deleted = 0;
CREATE INDEX customFieldByTenant ON customField (tenantId, position, oid);

-- warrantyEnd   the last day of the warranty, YYYY-MM-DD
-- customValues  JSON object: the oid of a custom field and its value as text (src/domain/custom-fields.ts); NULL: none
-- moreFolded    supplier, invoice number and custom values, folded, as they are searched; NULL: none
ALTER TABLE article ADD COLUMN warrantyEnd TEXT;
ALTER TABLE article ADD COLUMN supplier TEXT;
ALTER TABLE article ADD COLUMN customValues TEXT CHECK (customValues IS NULL OR json_valid(customValues));
ALTER TABLE article ADD COLUMN moreFolded TEXT;
CREATE INDEX articleWithCustomValues ON article (tenantId) WHERE deleted = 0 AND customValues IS NOT NULL;
-- Invoice numbers have few other letters; theirs are folded when the article is edited.
UPDATE article SET moreFolded = lower(invoiceNo) WHERE invoiceNo IS NOT NULL;

DROP TRIGGER articleSearchOnInsert;
DROP TRIGGER articleSearchOnUpdate;
DROP TRIGGER articleSearchOnDelete;
DROP TABLE articleSearch;
CREATE VIRTUAL TABLE articleSearch USING fts5 (
  nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded,
  content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = column
);
INSERT INTO articleSearch (articleSearch) VALUES ('rebuild');
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded);
END;
CREATE TRIGGER articleSearchOnUpdate
AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded ON article
WHEN (NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded
  OR NEW.serialFolded IS NOT OLD.serialFolded OR NEW.rfIdFolded IS NOT OLD.rfIdFolded
  OR NEW.moreFolded IS NOT OLD.moreFolded)
  AND NOT (SELECT isSearchDeferred FROM changeCounter)
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded);
END;
CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded);
END;

-- The table of photos gets the files attached to articles too: they are stored, copied, checked and removed alike.
--   isAttachment  1: a file as it was uploaded. Its `thumbnail` is the file itself, its width and height are 0
ALTER TABLE photo RENAME TO formerPhoto;
CREATE TABLE photo (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER,
  articleId INTEGER,
  countOperationId INTEGER,
  userId INTEGER NOT NULL,
  isAttachment INTEGER NOT NULL DEFAULT 0 CHECK (isAttachment IN (0, 1)),
  fileName TEXT NOT NULL,
  contentType TEXT NOT NULL CHECK (contentType IN ('image/jpeg', 'image/png') OR (isAttachment = 1 AND contentType = 'application/pdf')),
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
  CHECK (isAttachment = 0 OR articleId IS NOT NULL OR deleted = 1),
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, countOperationId) REFERENCES countOperation (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
INSERT INTO photo (oid, tenantId, inventoryItemId, articleId, countOperationId, userId, fileName, contentType, width, height,
    size, file, thumbnail, createdDT, createdBy, deleted, deletedDT, change)
  SELECT oid, tenantId, inventoryItemId, articleId, countOperationId, userId, fileName, contentType, width, height,
    size, file, thumbnail, createdDT, createdBy, deleted, deletedDT, change FROM formerPhoto;
-- Ids of removed photos are not used again: a standby names the photos that it has by their last id.
DELETE FROM sqlite_sequence WHERE name = 'photo';
INSERT INTO sqlite_sequence (name, seq) SELECT 'photo', seq FROM sqlite_sequence WHERE name = 'formerPhoto';
DROP TABLE formerPhoto;
CREATE INDEX photoByItem ON photo (inventoryItemId, oid) WHERE inventoryItemId IS NOT NULL;
CREATE INDEX photoByArticle ON photo (articleId, oid) WHERE articleId IS NOT NULL;
CREATE INDEX photoByOperation ON photo (countOperationId, oid) WHERE countOperationId IS NOT NULL;
CREATE INDEX photoDeleted ON photo (deletedDT) WHERE deleted = 1;
CREATE INDEX photoByFile ON photo (file);
CREATE INDEX photoByThumbnail ON photo (thumbnail);
