-- What came to another location where an item was found is its own, or that of another item of the article (second-count-sql.ts): whether
-- others are counted or found there makes another difference of it, which nobody has settled or approved.
CREATE TRIGGER inventoryItemBesideCounted AFTER UPDATE OF isFound, inventoryQuantity, inventoryLocationId ON inventoryItem
WHEN (NEW.isFound <> OLD.isFound OR (NEW.inventoryQuantity IS NULL) <> (OLD.inventoryQuantity IS NULL)
    OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId)
  AND EXISTS (SELECT 1 FROM inventoryItem o WHERE o.articleId = NEW.articleId AND o.inventoryId = NEW.inventoryId
    AND o.oid <> NEW.oid AND o.isFound = 1 AND (o.settlement IS NOT NULL OR o.isApproved = 1)
    AND ifnull(o.inventoryLocationId, o.foundAtLocationId) IS NOT o.locationId
    AND ifnull(o.inventoryLocationId, o.foundAtLocationId) IN (NEW.locationId,
      ifnull(NEW.inventoryLocationId, NEW.foundAtLocationId), ifnull(OLD.inventoryLocationId, OLD.foundAtLocationId)))
BEGIN
  UPDATE inventoryItem SET settlement = NULL, cause = NULL, explainedDT = NULL, explainedBy = NULL,
    isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE articleId = NEW.articleId AND inventoryId = NEW.inventoryId
    AND oid <> NEW.oid AND isFound = 1 AND (settlement IS NOT NULL OR isApproved = 1)
    AND ifnull(inventoryLocationId, foundAtLocationId) IS NOT locationId
    AND ifnull(inventoryLocationId, foundAtLocationId) IN (NEW.locationId,
      ifnull(NEW.inventoryLocationId, NEW.foundAtLocationId), ifnull(OLD.inventoryLocationId, OLD.foundAtLocationId));
  UPDATE inventory SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE oid = NEW.inventoryId AND isApproved = 1;
END;
