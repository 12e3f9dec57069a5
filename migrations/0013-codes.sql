-- Further codes of articles (src/articles/codes/): the manufacturer's EAN or UPC, old inventory numbers, serial numbers, RFID tags.

-- A code of an article beside its own code. A code belongs to at most one article of a tenant.
--   kind          what it is, for people; the search takes no notice of it
--   code          as it is shown
--   codeKey       as it is found (src/domain/codes/code-key.ts): a GTIN in any of its lengths is `(01)` and 14 digits
--   packQuantity  pieces that a scan of the code means, such as 12 for the EAN of a box; NULL: one
CREATE TABLE additionalCode (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('gtin', 'oldNumber', 'serial', 'epc', 'other')),
  code TEXT NOT NULL CHECK (code <> ''),
  codeKey TEXT NOT NULL CHECK (codeKey <> ''),
  packQuantity INTEGER CHECK (packQuantity > 1),
  createdDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, codeKey),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid)
) STRICT;
CREATE INDEX additionalCodeByArticle ON additionalCode (articleId);

-- No code of an article is an additional code of another one. A GTIN as an article's own code may have 8, 12, 13 or 14 digits.
CREATE TRIGGER additionalCodeOnInsert BEFORE INSERT ON additionalCode WHEN EXISTS (
  SELECT 1 FROM article a WHERE a.tenantId = NEW.tenantId AND a.deleted = 0 AND a.oid <> NEW.articleId AND a.codeFolded IN (
    NEW.codeKey,
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)%', substr(NEW.codeKey, 5), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)0%', substr(NEW.codeKey, 6), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)00%', substr(NEW.codeKey, 7), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)000000%', substr(NEW.codeKey, 11), NULL)))
BEGIN SELECT raise(ABORT, 'the code of another article'); END;
-- The key is never written again: a code is removed and added.
CREATE TRIGGER additionalCodeOnUpdate BEFORE UPDATE OF tenantId, articleId, code, codeKey ON additionalCode
WHEN NEW.tenantId <> OLD.tenantId OR NEW.articleId <> OLD.articleId OR NEW.code <> OLD.code OR NEW.codeKey <> OLD.codeKey
BEGIN SELECT raise(ABORT, 'an additional code keeps its text and its article'); END;
CREATE TRIGGER articleCodeOnInsert BEFORE INSERT ON article WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM additionalCode c WHERE c.tenantId = NEW.tenantId AND c.codeKey IN (
    NEW.codeFolded,
    iif(length(NEW.codeFolded) IN (8, 12, 13, 14) AND NEW.codeFolded NOT GLOB '*[^0-9]*',
      '(01)' || substr('000000' || NEW.codeFolded, -14), NULL)))
BEGIN SELECT raise(ABORT, 'the additional code of another article'); END;
CREATE TRIGGER articleCodeOnUpdate BEFORE UPDATE OF tenantId, deleted, codeFolded ON article
WHEN NEW.deleted = 0 AND (OLD.deleted = 1 OR NEW.codeFolded IS NOT OLD.codeFolded) AND EXISTS (
  SELECT 1 FROM additionalCode c WHERE c.tenantId = NEW.tenantId AND c.articleId <> NEW.oid AND c.codeKey IN (
    NEW.codeFolded,
    iif(length(NEW.codeFolded) IN (8, 12, 13, 14) AND NEW.codeFolded NOT GLOB '*[^0-9]*',
      '(01)' || substr('000000' || NEW.codeFolded, -14), NULL)))
BEGIN SELECT raise(ABORT, 'the additional code of another article'); END;

-- The codes of a deleted article are free again.
CREATE TRIGGER additionalCodeOfDeleted AFTER UPDATE OF deleted ON article WHEN NEW.deleted = 1 AND OLD.deleted = 0
BEGIN DELETE FROM additionalCode WHERE articleId = NEW.oid; END;
CREATE TRIGGER additionalCodeOfRemoved BEFORE DELETE ON article
BEGIN DELETE FROM additionalCode WHERE articleId = OLD.oid; END;

-- The keys of an article's additional codes, one a line, for the search.
ALTER TABLE article ADD COLUMN codesFolded TEXT;
CREATE TRIGGER additionalCodeAdded AFTER INSERT ON additionalCode BEGIN
  UPDATE article SET codesFolded = ifnull(codesFolded || char(10), '') || NEW.codeKey WHERE oid = NEW.articleId;
END;
CREATE TRIGGER additionalCodeRemoved AFTER DELETE ON additionalCode BEGIN
  UPDATE article SET codesFolded = (SELECT group_concat(codeKey, char(10)) FROM additionalCode WHERE articleId = OLD.articleId)
  WHERE oid = OLD.articleId;
END;

-- The search index of the articles with the additional codes.
DROP TRIGGER articleSearchOnInsert;
DROP TRIGGER articleSearchOnUpdate;
DROP TRIGGER articleSearchOnDelete;
DROP TABLE articleSearch;
CREATE VIRTUAL TABLE articleSearch USING fts5 (
  nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded,
  content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = column
);
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded, NEW.codesFolded);
END;
CREATE TRIGGER articleSearchOnUpdate AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded ON article
WHEN (NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded OR NEW.serialFolded IS NOT OLD.serialFolded
  OR NEW.rfIdFolded IS NOT OLD.rfIdFolded OR NEW.moreFolded IS NOT OLD.moreFolded
  OR NEW.codesFolded IS NOT OLD.codesFolded)
  AND NOT (SELECT isSearchDeferred FROM changeCounter)
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded, OLD.codesFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded, NEW.codesFolded);
END;
CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded, OLD.codesFolded);
END;
INSERT INTO articleSearch (articleSearch) VALUES ('rebuild');
