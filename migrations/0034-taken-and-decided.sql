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

-- Who decided on moved stock, and when (src/inventories/closing/decide.ts). NULL: no decision, or before it was kept.
ALTER TABLE inventoryItem ADD COLUMN decidedDT TEXT;
ALTER TABLE inventoryItem ADD COLUMN decidedBy INTEGER REFERENCES user (oid);
CREATE TRIGGER inventoryItemDeciderOfTenantOnInsert AFTER INSERT ON inventoryItem WHEN NEW.decidedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.decidedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
CREATE TRIGGER inventoryItemDeciderOfTenantOnUpdate AFTER UPDATE OF tenantId, decidedBy ON inventoryItem WHEN NEW.decidedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.decidedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
-- Movements of stock and a recount withdraw a decision.
CREATE TRIGGER inventoryItemUndecided AFTER UPDATE OF decision ON inventoryItem
WHEN NEW.decision IS NULL AND NEW.decidedDT IS NOT NULL
BEGIN UPDATE inventoryItem SET decidedDT = NULL, decidedBy = NULL WHERE oid = NEW.oid; END;
