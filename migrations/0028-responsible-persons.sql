-- Who is responsible for the assets, as accounting law asks (src/inventories/report/names.ts).

-- Who is responsible for what is at the location and below it. NULL: who is for the location above it.
ALTER TABLE location ADD COLUMN responsibleUserId INTEGER REFERENCES user (oid);
-- An added column has no key of two columns: triggers compare the tenant.
CREATE TRIGGER locationOfTenantOnInsert AFTER INSERT ON location WHEN NEW.responsibleUserId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.responsibleUserId AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
CREATE TRIGGER locationOfTenantOnUpdate AFTER UPDATE OF tenantId, responsibleUserId ON location WHEN NEW.responsibleUserId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.responsibleUserId AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;

-- Of an article its responsible person at the close; of a location that of the nearest location that has one, from itself upward.
-- NULL: nobody, or closed before it was kept.
ALTER TABLE inventoryName ADD COLUMN responsibleUserId INTEGER;

-- How an item was found, where that is another way than the method of its stocktake. NULL: as that (src/inventories/explaining/).
ALTER TABLE inventoryItem ADD COLUMN method TEXT CHECK (method IN ('physical', 'documents', 'rfid'));
-- Another count has another method.
CREATE TRIGGER inventoryItemMethodAnew
AFTER UPDATE OF inventoryQuantity, isFound, inventoryLocationId, countedDT ON inventoryItem
WHEN OLD.method IS NOT NULL AND (NEW.inventoryQuantity IS NOT OLD.inventoryQuantity OR NEW.isFound <> OLD.isFound
  OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId OR NEW.countedDT IS NOT OLD.countedDT)
BEGIN
  UPDATE inventoryItem SET method = NULL WHERE oid = NEW.oid;
END;

-- Who hands the assets over, and who takes them over (JSON, Handover in src/domain/stocktakes/frame.ts). NULL: no handover, or not named.
ALTER TABLE inventory ADD COLUMN handover TEXT CHECK (handover IS NULL OR json_valid(handover));
