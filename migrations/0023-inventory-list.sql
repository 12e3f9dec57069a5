-- The company and the frame of a stocktake, as the inventory list names them (src/settings/company/, src/inventories/frame/).

--   law              the country whose rules of a year-end stocktake apply
--   balanceSheetDay  MM-DD
CREATE TABLE company (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL UNIQUE REFERENCES tenant (oid),
  legalName TEXT,
  seat TEXT,
  registrationNumber TEXT,
  taxNumber TEXT,
  law TEXT CHECK (law IN ('CZ', 'SK', 'DE')),
  balanceSheetDay TEXT CHECK (balanceSheetDay GLOB '[01][0-9]-[0-3][0-9]'),
  change INTEGER NOT NULL
) STRICT;

--   decisiveDay  the quantities are those of the end of this day (YYYY-MM-DD)
--   committee    persons with their roles (JSON, CommitteeMember in src/domain/stocktakes/frame.ts)
--   company      the company at the close (JSON); NULL: still open, or closed before it was kept
ALTER TABLE inventory ADD COLUMN purpose TEXT CHECK (purpose IN ('yearEnd', 'continuous', 'extraordinary', 'handover'));
ALTER TABLE inventory ADD COLUMN decisiveDay TEXT;
ALTER TABLE inventory ADD COLUMN method TEXT CHECK (method IN ('physical', 'documents', 'rfid'));
ALTER TABLE inventory ADD COLUMN committee TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(committee));
ALTER TABLE inventory ADD COLUMN company TEXT CHECK (company IS NULL OR json_valid(company));

-- What the quantities of an article count; NULL: pieces.
ALTER TABLE article ADD COLUMN unit TEXT;

-- Of an article at the close.
ALTER TABLE inventoryName ADD COLUMN serialNumber TEXT;
ALTER TABLE inventoryName ADD COLUMN unit TEXT;

-- How a difference of an item is settled, and why there is one (src/inventories/explaining/).
--   settlement   NULL: not settled
--   explainedBy  who settled it, at explainedDT
ALTER TABLE inventoryItem ADD COLUMN settlement TEXT CHECK (settlement IN ('shortage', 'naturalLoss', 'damage', 'surplus', 'bookError'));
ALTER TABLE inventoryItem ADD COLUMN cause TEXT;
ALTER TABLE inventoryItem ADD COLUMN explainedDT TEXT;
-- An added column has no key of two columns: triggers compare the tenant.
ALTER TABLE inventoryItem ADD COLUMN explainedBy INTEGER REFERENCES user (oid);
CREATE TRIGGER inventoryItemOfTenantOnInsert AFTER INSERT ON inventoryItem WHEN NEW.explainedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.explainedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
CREATE TRIGGER inventoryItemOfTenantOnUpdate AFTER UPDATE OF tenantId, explainedBy ON inventoryItem WHEN NEW.explainedBy IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.explainedBy AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;

-- Another result of the count, and another expected quantity, make another difference.
CREATE TRIGGER inventoryItemCountedAnew
AFTER UPDATE OF quantity, inventoryQuantity, isFound, isDisposal, inventoryLocationId ON inventoryItem
WHEN OLD.settlement IS NOT NULL AND (NEW.quantity <> OLD.quantity OR NEW.inventoryQuantity IS NOT OLD.inventoryQuantity
  OR NEW.isFound <> OLD.isFound OR NEW.isDisposal <> OLD.isDisposal OR NEW.inventoryLocationId IS NOT OLD.inventoryLocationId)
BEGIN
  UPDATE inventoryItem SET settlement = NULL, cause = NULL, explainedDT = NULL, explainedBy = NULL WHERE oid = NEW.oid;
END;
