-- What came to where an item was found is its own, or that of another item of the article (second-count-sql.ts): another count there
-- makes another difference of it, which nobody has settled or approved.
CREATE TRIGGER inventoryItemBesideCounted AFTER UPDATE OF isFound, inventoryQuantity, inventoryLocationId ON inventoryItem
WHEN (NEW.isFound <> OLD.isFound OR NEW.inventoryQuantity IS NOT OLD.inventoryQuantity
    OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId)
  AND EXISTS (SELECT 1 FROM inventoryItem o WHERE o.articleId = NEW.articleId AND o.inventoryId = NEW.inventoryId
    AND o.oid <> NEW.oid AND o.isFound = 1 AND o.inventoryLocationId IS NOT NULL AND (o.settlement IS NOT NULL OR o.isApproved = 1))
BEGIN
  UPDATE inventoryItem SET settlement = NULL, cause = NULL, explainedDT = NULL, explainedBy = NULL,
    isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE articleId = NEW.articleId AND inventoryId = NEW.inventoryId
    AND oid <> NEW.oid AND isFound = 1 AND inventoryLocationId IS NOT NULL AND (settlement IS NOT NULL OR isApproved = 1);
  UPDATE inventory SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE oid = NEW.inventoryId AND isApproved = 1;
END;
