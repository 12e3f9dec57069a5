-- A decision on moved stock is about one count: another one has other movements before it.
CREATE TRIGGER inventoryItemRecounted AFTER UPDATE OF inventoryQuantity, inventoryLocationId, isFound, countedDT ON inventoryItem
WHEN OLD.decision IS NOT NULL AND NEW.decision IS NOT NULL AND (NEW.inventoryQuantity IS NOT OLD.inventoryQuantity
  OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId OR NEW.isFound <> OLD.isFound OR NEW.countedDT IS NOT OLD.countedDT)
BEGIN UPDATE inventoryItem SET decision = NULL WHERE oid = NEW.oid; END;

-- Clients that have read the rows below get them again.
UPDATE changeCounter SET change = change + 1 WHERE change > 0;

-- What was counted again before there was this rule. A close that has settled an article can't be stopped.
UPDATE inventoryItem SET decision = NULL, change = (SELECT change FROM changeCounter)
WHERE decision IS NOT NULL AND countedDT > decidedDT
  AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId = 0 FROM inventory WHERE oid = inventoryId);
