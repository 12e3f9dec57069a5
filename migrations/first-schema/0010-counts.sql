-- The life of a stocktake, and every operation that a terminal has sent.

-- The chosen places; none: all of them.
CREATE TABLE inventoryLocation (
  inventoryId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, locationId),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT, WITHOUT ROWID;
INSERT INTO inventoryLocation SELECT oid, locationId, tenantId FROM inventory WHERE locationId IS NOT NULL;
CREATE INDEX inventoryLocationByLocation ON inventoryLocation (locationId);

-- Each move and when it was made: what was counted while In progress is known by it.
CREATE TABLE inventoryMove (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  stateId INTEGER NOT NULL CHECK (stateId BETWEEN 1 AND 8),
  at TEXT NOT NULL,
  userId INTEGER,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX inventoryMoveOfInventory ON inventoryMove (inventoryId, oid);
-- Nobody wrote down when the older ones were started.
INSERT INTO inventoryMove (tenantId, inventoryId, stateId, at)
SELECT tenantId, oid, 3, '1970-01-01T00:00:00.000Z' FROM inventory WHERE inventoryStateId IN (3, 4, 5, 6, 7);
INSERT INTO inventoryMove (tenantId, inventoryId, stateId, at)
SELECT tenantId, oid, inventoryStateId, (SELECT at FROM changeCounter) FROM inventory WHERE inventoryStateId <> 3;

-- `preparedChange`: the items were made by this transaction.
ALTER TABLE inventory ADD COLUMN preparedChange INTEGER;

-- `price`: the article's when the item was made, ten-thousandths. `foundAtLocationId`: where an unexpected article was found first.
-- `movedQuantity`: pieces that came to (or left) the expected place since the item was made, `movedDT`: when last, null: the
-- place has not changed. `decision`: what a Manager says to that. `countedDT`, `countedBy`: who said last how many there are,
-- or whether it is there; null while it is not counted. `countedTerminal`: who set the counted quantity. `operationDT`: of its
-- newest operation that is applied. `checkpoint`: its state after some older operation, where it has very many: JSON.
ALTER TABLE inventoryItem ADD COLUMN price INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inventoryItem ADD COLUMN foundAtLocationId INTEGER;
ALTER TABLE inventoryItem ADD COLUMN isToRecount INTEGER NOT NULL DEFAULT 0 CHECK (isToRecount IN (0, 1));
ALTER TABLE inventoryItem ADD COLUMN movedQuantity INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inventoryItem ADD COLUMN movedDT TEXT;
ALTER TABLE inventoryItem ADD COLUMN decision TEXT CHECK (decision IN ('keepCount', 'keepDifference'));
ALTER TABLE inventoryItem ADD COLUMN countedDT TEXT;
ALTER TABLE inventoryItem ADD COLUMN countedBy INTEGER;
ALTER TABLE inventoryItem ADD COLUMN countedTerminal TEXT;
ALTER TABLE inventoryItem ADD COLUMN operationDT TEXT;
ALTER TABLE inventoryItem ADD COLUMN checkpoint TEXT CHECK (json_valid(checkpoint));
UPDATE inventoryItem SET price = (SELECT price FROM article WHERE oid = inventoryItem.articleId);
-- Two that were found apart may have been put to one place since.
UPDATE inventoryItem SET foundAtLocationId = inventoryLocationId WHERE isUnexpected = 1 AND oid = (
  SELECT min(f.oid) FROM inventoryItem f WHERE f.articleId = inventoryItem.articleId
    AND f.inventoryId = inventoryItem.inventoryId AND f.isUnexpected = 1
    AND f.inventoryLocationId = inventoryItem.inventoryLocationId);
CREATE UNIQUE INDEX inventoryItemFound ON inventoryItem (inventoryId, foundAtLocationId, articleId)
WHERE foundAtLocationId IS NOT NULL;
CREATE INDEX inventoryItemByChange ON inventoryItem (inventoryId, change);

-- Each movement of an item's stock: a count has seen those before it, and not those after it.
CREATE TABLE inventoryItemMovement (
  itemId INTEGER NOT NULL,
  at TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (itemId, at),
  FOREIGN KEY (itemId) REFERENCES inventoryItem (oid) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER inventoryItemMoved AFTER UPDATE OF movedQuantity ON inventoryItem
WHEN NEW.movedDT IS NOT NULL AND NEW.movedQuantity <> OLD.movedQuantity BEGIN
  INSERT INTO inventoryItemMovement (itemId, at, quantity)
  VALUES (NEW.oid, NEW.movedDT, NEW.movedQuantity - OLD.movedQuantity)
  ON CONFLICT (itemId, at) DO UPDATE SET quantity = quantity + excluded.quantity;
END;

-- Items that are gone since the change: terminals that follow are told.
CREATE TABLE inventoryItemGone (
  inventoryId INTEGER NOT NULL,
  change INTEGER NOT NULL,
  itemId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, change, itemId)
) STRICT, WITHOUT ROWID;

-- Every count ever made; nothing here is taken away, so the next oid is new without AUTOINCREMENT, which would write one page
-- more a count. `at`: when it was made by the box's clock, fixed when it first arrived; an item's applied operations count in
-- the order (at, operationId), and its state is their fold (src/inventories/operations/fold.ts). `entered`: what was said of the
-- item, JSON; `content`: a hash of all that was said, null for what the box wrote itself. `terminal`: who counted, device or
-- person. `receipt`: the first answer, JSON.
CREATE TABLE countOperation (
  oid INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  operationId TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('set', 'add', 'update', 'recount', 'settle')),
  state TEXT NOT NULL CHECK (state IN ('applied', 'late', 'unknown')),
  itemId INTEGER,
  code TEXT,
  locationId INTEGER,
  entered TEXT NOT NULL CHECK (json_valid(entered)),
  at TEXT NOT NULL,
  receivedDT TEXT NOT NULL,
  userId INTEGER NOT NULL,
  senderId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  terminal TEXT NOT NULL,
  content TEXT,
  change INTEGER NOT NULL,
  receipt TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(receipt)),
  UNIQUE (tenantId, operationId),
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, itemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, senderId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
-- A quantity alone says whether something was found: where it left that as it was, that is said with it.
INSERT INTO countOperation (tenantId, inventoryId, operationId, kind, state, itemId, entered, at, receivedDT, userId, senderId,
  deviceTokenId, terminal, change)
SELECT h.tenantId, i.inventoryId, printf('history-%015d', h.oid), 'update', 'applied', h.itemId,
  iif(h.after -> '$.inventoryQuantity' IS NULL OR h.after -> '$.isFound' IS NOT NULL, h.after,
    json_set(h.after, '$.isFound', json(iif((
      SELECT e.after ->> '$.isFound' FROM inventoryItemHistory e
      WHERE e.itemId = h.itemId AND e.oid < h.oid AND e.after -> '$.isFound' IS NOT NULL ORDER BY e.oid DESC LIMIT 1
    ), 'true', 'false')))),
  h.at, h.at, h.userId, h.userId, h.deviceTokenId,
  iif(h.deviceTokenId IS NULL, 'user ' || h.userId, 'device ' || h.deviceTokenId), i.change
FROM inventoryItemHistory h JOIN inventoryItem i ON i.oid = h.itemId ORDER BY h.oid;
DROP TABLE inventoryItemHistory;
CREATE INDEX countOperationOfItem ON countOperation (itemId, at, operationId) WHERE itemId IS NOT NULL;
CREATE INDEX countOperationByState ON countOperation (inventoryId, state, oid);
CREATE INDEX countOperationByLocation ON countOperation (locationId) WHERE locationId IS NOT NULL;
UPDATE inventoryItem SET operationDT = (SELECT max(at) FROM countOperation WHERE itemId = inventoryItem.oid);
UPDATE inventoryItem SET
  (countedDT, countedBy) = (
    SELECT at, userId FROM countOperation
    WHERE itemId = inventoryItem.oid AND (entered -> '$.inventoryQuantity' IS NOT NULL OR entered -> '$.isFound' IS NOT NULL)
    ORDER BY at DESC, operationId DESC LIMIT 1),
  countedTerminal = iif(inventoryQuantity IS NULL, NULL, (
    SELECT terminal FROM countOperation WHERE itemId = inventoryItem.oid AND entered -> '$.inventoryQuantity' IS NOT NULL
    ORDER BY at DESC, operationId DESC LIMIT 1))
WHERE inventoryQuantity IS NOT NULL OR isFound = 1;

-- What things were called when the stocktake was closed: its report reads the same ever after.
CREATE TABLE inventoryName (
  inventoryId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('article', 'location', 'user', 'device')),
  oid INTEGER NOT NULL,
  code TEXT,
  name TEXT NOT NULL,
  PRIMARY KEY (inventoryId, kind, oid)
) STRICT, WITHOUT ROWID;

-- What each terminal still holds, as it said last. `terminal` as above.
CREATE TABLE countingTerminal (
  inventoryId INTEGER NOT NULL,
  terminal TEXT NOT NULL,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  pending INTEGER NOT NULL CHECK (pending >= 0),
  at TEXT NOT NULL,
  PRIMARY KEY (inventoryId, terminal),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT, WITHOUT ROWID;

-- Stock that moves marks the items that are expected, or were found, at that place: in every stocktake that waits, counts or is
-- compared. A stocktake that closes is Closed before it moves anything, so it never marks its own.
CREATE TRIGGER articleLocationArrived AFTER INSERT ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;
CREATE TRIGGER articleLocationLeft AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;
CREATE TRIGGER articleLocationMoved AFTER UPDATE OF articleId, locationId, quantity ON articleLocation
WHEN OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId OR OLD.quantity <> NEW.quantity
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;
