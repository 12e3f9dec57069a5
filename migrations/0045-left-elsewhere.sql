-- The close takes what was found unexpectedly from a location outside (src/domain/closing/settle.ts). Pieces that leave a location where
-- the article has no item may be those: that marks the item, without being a movement where it was found.
CREATE TRIGGER articleLocationLeftElsewhere AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET movedDT = (SELECT at FROM changeCounter), decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND locationId IS NULL AND isFound = 1
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId)
    AND NOT EXISTS (SELECT 1 FROM inventoryItem o WHERE o.articleId = OLD.articleId AND o.inventoryId = inventoryItem.inventoryId
      AND OLD.locationId IN (o.locationId, o.foundAtLocationId));
END;
CREATE TRIGGER articleLocationChangedElsewhere AFTER UPDATE OF articleId, locationId, quantity ON articleLocation
WHEN NEW.quantity < OLD.quantity OR OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId
BEGIN
  UPDATE inventoryItem SET movedDT = (SELECT at FROM changeCounter), decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND locationId IS NULL AND isFound = 1
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId)
    AND NOT EXISTS (SELECT 1 FROM inventoryItem o WHERE o.articleId = OLD.articleId AND o.inventoryId = inventoryItem.inventoryId
      AND OLD.locationId IN (o.locationId, o.foundAtLocationId));
END;
