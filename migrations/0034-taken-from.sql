-- Where the close has taken pieces of an unexpected item from, and how many (src/domain/closing/settle.ts). NULL: from nowhere, not
-- closed, or closed before it was kept.
ALTER TABLE inventoryItem ADD COLUMN takenFromLocationId INTEGER REFERENCES location (oid);
ALTER TABLE inventoryItem ADD COLUMN takenQuantity INTEGER
  CHECK ((takenQuantity IS NULL) = (takenFromLocationId IS NULL) AND takenQuantity > 0);
CREATE INDEX inventoryItemByTakenFrom ON inventoryItem (inventoryId, takenFromLocationId)
WHERE takenFromLocationId IS NOT NULL;
-- An added column has no key of two columns: triggers compare the tenant.
CREATE TRIGGER inventoryItemTakenFromOfTenantOnInsert AFTER INSERT ON inventoryItem WHEN NEW.takenFromLocationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.takenFromLocationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a location of another tenant'); END;
CREATE TRIGGER inventoryItemTakenFromOfTenantOnUpdate AFTER UPDATE OF tenantId, takenFromLocationId ON inventoryItem
WHEN NEW.takenFromLocationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.takenFromLocationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a location of another tenant'); END;
