-- Another count, expected quantity and decision on moved stock make another difference, which nobody has approved.
DROP TRIGGER inventoryItemCountedAnew;
CREATE TRIGGER inventoryItemCountedAnew
AFTER UPDATE OF quantity, inventoryQuantity, isFound, isDisposal, inventoryLocationId, countedDT, decision ON inventoryItem
WHEN OLD.settlement IS NOT NULL AND (NEW.quantity <> OLD.quantity OR NEW.inventoryQuantity IS NOT OLD.inventoryQuantity
  OR NEW.isFound <> OLD.isFound OR NEW.isDisposal <> OLD.isDisposal OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId
  OR NEW.countedDT IS NOT OLD.countedDT OR NEW.decision IS NOT OLD.decision)
BEGIN
  UPDATE inventoryItem SET settlement = NULL, cause = NULL, explainedDT = NULL, explainedBy = NULL,
    isApproved = 0, approvedDT = NULL, approvedBy = NULL
  WHERE oid = NEW.oid;
  UPDATE inventory SET isApproved = 0, approvedDT = NULL, approvedBy = NULL, change = NEW.change
  WHERE oid = NEW.inventoryId AND isApproved = 1;
END;
