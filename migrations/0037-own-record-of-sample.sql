-- The sample's stocktake that was closed with items of own articles is the company's record: without its mark nothing removes it
-- (keptInventory, inventorySeal, inventoryAddendum).
CREATE TRIGGER inventoryOwnRecord AFTER UPDATE OF isClosed ON inventory WHEN NEW.isClosed = 1 AND EXISTS (
  SELECT 1 FROM inventoryItem i WHERE i.inventoryId = NEW.oid AND NOT EXISTS (
    SELECT 1 FROM sampleRecord s WHERE s.tenantId = i.tenantId AND s.tableName = 'article' AND s.oid = i.articleId))
BEGIN DELETE FROM sampleRecord WHERE tenantId = NEW.tenantId AND tableName = 'inventory' AND oid = NEW.oid; END;

-- Those that are closed already.
UPDATE inventory SET isClosed = 1 WHERE isClosed = 1;
