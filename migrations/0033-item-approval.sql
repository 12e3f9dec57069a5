-- Who approved an item, and when (src/inventories/items/approve.ts). NULL: not approved, or before it was kept.
ALTER TABLE inventoryItem ADD COLUMN approvedDT TEXT;
-- An added column has no key of two columns: triggers compare the tenant.
ALTER TABLE inventoryItem ADD COLUMN approvedBy INTEGER REFERENCES user (oid);
CREATE TRIGGER inventoryItemApproverOfTenantOnInsert AFTER INSERT ON inventoryItem WHEN NEW.approvedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.approvedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
CREATE TRIGGER inventoryItemApproverOfTenantOnUpdate AFTER UPDATE OF tenantId, approvedBy ON inventoryItem WHEN NEW.approvedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.approvedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
