-- How long a company keeps the records of closed stocktakes (src/domain/stocktakes/retention.ts); NULL: no period is set.
ALTER TABLE company ADD COLUMN retentionYears INTEGER CHECK (retentionYears BETWEEN 1 AND 50);

-- Nothing removes a closed stocktake, its rows or its photos, whatever the period is; but with sample data.
CREATE VIEW keptInventory AS SELECT i.oid FROM inventory i WHERE i.isClosed = 1 AND NOT EXISTS (
  SELECT 1 FROM sampleRecord s WHERE s.tenantId = i.tenantId AND s.tableName = 'inventory' AND s.oid = i.oid);

CREATE TRIGGER inventoryKept BEFORE DELETE ON inventory WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.oid)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryKeptClosed BEFORE UPDATE OF isClosed ON inventory WHEN NEW.isClosed = 0 AND EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.oid)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryItemKept BEFORE DELETE ON inventoryItem WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER countOperationKept BEFORE DELETE ON countOperation WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryTransitionKept BEFORE DELETE ON inventoryTransition WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryLocationKept BEFORE DELETE ON inventoryLocation WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryNameKept BEFORE DELETE ON inventoryName WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryRuleKept BEFORE DELETE ON inventoryRule WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventorySampleKept BEFORE DELETE ON inventorySample WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryPopulationKept BEFORE DELETE ON inventoryPopulation WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER inventoryAccuracyKept BEFORE DELETE ON inventoryAccuracy WHEN EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;

-- A photo that was deleted before the close still leaves.
CREATE TRIGGER photoKept BEFORE DELETE ON photo WHEN OLD.deleted = 0 AND EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = coalesce(
  (SELECT inventoryId FROM inventoryItem WHERE oid = OLD.inventoryItemId),
  (SELECT inventoryId FROM countOperation WHERE oid = OLD.countOperationId)))
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
CREATE TRIGGER photoKeptAsItIs BEFORE UPDATE OF deleted, inventoryItemId, countOperationId, file ON photo
WHEN OLD.deleted = 0 AND EXISTS (SELECT 1 FROM keptInventory k WHERE k.oid = coalesce(
  (SELECT inventoryId FROM inventoryItem WHERE oid = OLD.inventoryItemId),
  (SELECT inventoryId FROM countOperation WHERE oid = OLD.countOperationId)))
BEGIN SELECT RAISE(ABORT, 'a closed stocktake is kept'); END;
