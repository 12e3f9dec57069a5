-- Long work: jobs that run in short transactions, go on after a crash, and can be undone.

-- One job. Its program (src/<feature>/…-job.ts) saves its position in the transaction of the work.
--   kind         names the program
--   state        undone, cancelled and failed only when everything is undone; running meanwhile
--   undoState    the state that the job gets at the end of undoing; NULL: the job is not being undone
--   position     where the program goes on; result: what it returned (JSON)
--   error        why it failed (JSON, src/platform/workers/error-serialization.ts)
--   subjectId    the record that the job works on, such as the inventory; no reference: it may be deleted
--   isFinal      1: the job can't be cancelled any more
--   done, total  units of work; total NULL: not known
--   address      of the client, for the security log
--   undoUserId   whoever cancelled or undid the job, with the device; NULL: the server, after an error
CREATE TABLE job (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled', 'undone')),
  undoState TEXT CHECK (undoState IN ('failed', 'cancelled', 'undone')),
  subjectId INTEGER,
  isFinal INTEGER NOT NULL DEFAULT 0 CHECK (isFinal IN (0, 1)),
  position TEXT CHECK (position IS NULL OR json_valid(position)),
  done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
  total INTEGER CHECK (total >= 0),
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  error TEXT CHECK (error IS NULL OR json_valid(error)),
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  address TEXT,
  undoUserId INTEGER,
  undoDeviceTokenId INTEGER,
  createdDT TEXT NOT NULL,
  startedDT TEXT,
  finishedDT TEXT,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, undoUserId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, undoDeviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX jobByTenant ON job (tenantId, oid);
CREATE INDEX jobUnfinished ON job (tenantId, oid) WHERE state IN ('waiting', 'running');
CREATE INDEX jobByEnd ON job (finishedDT) WHERE finishedDT IS NOT NULL;

-- What the program of a job was given (JSON). Apart from the job, whose row every slice writes: a selection has up to a million
-- ids.
CREATE TABLE jobInput (
  jobId INTEGER PRIMARY KEY REFERENCES job (oid) ON DELETE CASCADE,
  input TEXT NOT NULL CHECK (json_valid(input))
) STRICT;

-- The rows that a job has changed, each once, in the order of their first change. Written by triggers of the job's connection
-- (src/storage/jobs/journal.ts).
--   before       the row before the job (JSON); NULL: the job added it
--   groupId      rows of a table with the same value are undone together: an article's stock; NULL: row by row
--   change       the transaction of the job that wrote the row last: the row was changed since where its own is another; negative:
--                the job removed the row
CREATE TABLE jobChange (
  jobId INTEGER NOT NULL REFERENCES job (oid),
  seq INTEGER NOT NULL,
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  groupId INTEGER,
  change INTEGER NOT NULL,
  PRIMARY KEY (jobId, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX jobChangeByRow ON jobChange (jobId, tableName, rowId);
CREATE INDEX jobChangeByGroup ON jobChange (jobId, groupId) WHERE groupId IS NOT NULL;

-- A close settles the articles in the order of their ids, in several transactions. `settledArticleId`: the last one. Its
-- movements, and later ones of settled articles, no longer mark the items of this inventory. Items of an inventory in
-- Preparation (1) exist only while it is being prepared: stock that moves then is marked too.
ALTER TABLE inventory ADD COLUMN settledArticleId INTEGER NOT NULL DEFAULT 0;
DROP TRIGGER articleLocationArrived;
DROP TRIGGER articleLocationLeft;
DROP TRIGGER articleLocationMoved;
CREATE TRIGGER articleLocationArrived AFTER INSERT ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationLeft AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId);
END;
-- The pieces of a row change far more often than its article or location: one update then.
CREATE TRIGGER articleLocationChanged AFTER UPDATE OF quantity ON articleLocation
WHEN OLD.quantity <> NEW.quantity AND OLD.articleId = NEW.articleId AND OLD.locationId = NEW.locationId
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationMoved AFTER UPDATE OF articleId, locationId ON articleLocation
WHEN OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId);
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;

-- By location alone: with the tenant first, SQLite took it for the check of an article's stock and read the whole table.
DROP INDEX articleLocationByLocation;
CREATE INDEX articleLocationByLocation ON articleLocation (locationId);

-- 1: the running transaction updates articleSearch at its end (src/storage/jobs/deferred-search.ts). It is 0 at each commit.
ALTER TABLE changeCounter ADD COLUMN isSearchDeferred INTEGER NOT NULL DEFAULT 0 CHECK (isSearchDeferred IN (0, 1));
DROP TRIGGER articleSearchOnInsert;
DROP TRIGGER articleSearchOnUpdate;
DROP TRIGGER articleSearchOnDelete;
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;
CREATE TRIGGER articleSearchOnUpdate AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded ON article
WHEN (NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded
  OR NEW.serialFolded IS NOT OLD.serialFolded OR NEW.rfIdFolded IS NOT OLD.rfIdFolded)
  AND NOT (SELECT isSearchDeferred FROM changeCounter)
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;
CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
END;
