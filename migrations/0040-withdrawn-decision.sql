-- A decision on moved stock that is withdrawn leaves another difference, which nobody has approved.
DROP TRIGGER inventoryItemUndecided;
CREATE TRIGGER inventoryItemUndecided AFTER UPDATE OF decision ON inventoryItem
WHEN OLD.decision IS NOT NULL AND NEW.decision IS NULL
BEGIN
  UPDATE inventoryItem SET decidedDT = NULL, decidedBy = NULL, isApproved = 0, approvedDT = NULL, approvedBy = NULL
  WHERE oid = NEW.oid;
  UPDATE inventory SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE oid = NEW.inventoryId AND isApproved = 1;
END;

-- Stock that moves where an item was found withdraws the decision too, without being a movement of the item: its count is of there.
CREATE TRIGGER articleLocationArrivedWhereFound AFTER INSERT ON articleLocation BEGIN
  UPDATE inventoryItem SET decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND inventoryLocationId = NEW.locationId AND isFound = 1 AND decision IS NOT NULL
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationLeftWhereFound AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND inventoryLocationId = OLD.locationId AND isFound = 1 AND decision IS NOT NULL
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationChangedWhereFound AFTER UPDATE OF articleId, locationId, quantity ON articleLocation
WHEN OLD.quantity <> NEW.quantity OR OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId
BEGIN
  UPDATE inventoryItem SET decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId IN (OLD.articleId, NEW.articleId) AND isFound = 1 AND decision IS NOT NULL
    AND (articleId, inventoryLocationId) IN (VALUES (OLD.articleId, OLD.locationId), (NEW.articleId, NEW.locationId))
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < articleId FROM inventory WHERE oid = inventoryId);
END;

-- Clients that have read the rows below get them again.
UPDATE changeCounter SET change = change + 1 WHERE change > 0;

-- Approvals of before of items whose decision was withdrawn later. What moved later without ever having one looks the same, and loses
-- its approval too. A close that has settled an article can't be stopped: it keeps them.
UPDATE inventory SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = (SELECT change FROM changeCounter)
WHERE isApproved = 1 AND inventoryStateId BETWEEN 1 AND 6 AND settledArticleId = 0 AND EXISTS (
  SELECT 1 FROM inventoryItem i
  WHERE i.inventoryId = inventory.oid AND i.decision IS NULL AND i.isApproved = 1 AND i.movedDT > i.approvedDT);
UPDATE inventoryItem SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = (SELECT change FROM changeCounter)
WHERE decision IS NULL AND isApproved = 1 AND movedDT > approvedDT
  AND inventoryId IN (SELECT oid FROM inventory WHERE inventoryStateId BETWEEN 1 AND 6 AND settledArticleId = 0);

-- No lane takes what waits for a printer that is deleted: it is cancelled, as today by the deletion.
UPDATE printRequest SET stateId = 4, nextTryDT = NULL,
  lastError = '{"en":"cancelled","cs":"zrušeno","de":"abgebrochen","sk":"zrušené"}',
  finishedDT = (SELECT at FROM changeCounter), change = (SELECT change FROM changeCounter)
WHERE stateId = 1 AND printerId IN (SELECT oid FROM printer WHERE deleted = 1);
