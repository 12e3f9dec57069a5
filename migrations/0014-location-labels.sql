-- Labels of locations (src/printing/).

-- What a format's labels are of.
ALTER TABLE printFormat ADD COLUMN subject TEXT NOT NULL DEFAULT 'article' CHECK (subject IN ('article', 'location'));

-- The location of a label; NULL: an article's label, or a test label.
ALTER TABLE printRequest ADD COLUMN locationId INTEGER REFERENCES location (oid) CHECK (locationId IS NULL OR articleId IS NULL);
CREATE INDEX printRequestOfLocation ON printRequest (locationId) WHERE locationId IS NOT NULL;

-- An added column has no foreign key of two columns, so triggers compare the tenant.
CREATE TRIGGER printRequestOfTenantOnInsert BEFORE INSERT ON printRequest WHEN NEW.locationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.locationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT raise(ABORT, 'the location is of another tenant'); END;
CREATE TRIGGER printRequestOfTenantOnUpdate BEFORE UPDATE OF tenantId, locationId ON printRequest WHEN NEW.locationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.locationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT raise(ABORT, 'the location is of another tenant'); END;
