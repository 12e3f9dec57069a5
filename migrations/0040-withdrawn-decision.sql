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
