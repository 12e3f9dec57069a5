-- Devices that were paired through another device (src/access/devices/pairing-chain.ts).

-- The device by which a device was paired: it ends with that one. NULL: paired by a login without a device, or by an earlier version.
-- An added column has no key of two columns: triggers compare the tenant.
ALTER TABLE deviceToken ADD COLUMN pairedById INTEGER REFERENCES deviceToken (oid);
CREATE INDEX deviceTokenByPairedBy ON deviceToken (pairedById) WHERE pairedById IS NOT NULL;
CREATE TRIGGER deviceTokenOfTenantOnInsert AFTER INSERT ON deviceToken WHEN NEW.pairedById IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM deviceToken d WHERE d.oid = NEW.pairedById AND d.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a device of another tenant'); END;
CREATE TRIGGER deviceTokenOfTenantOnUpdate AFTER UPDATE OF tenantId, pairedById ON deviceToken WHEN NEW.pairedById IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM deviceToken d WHERE d.oid = NEW.pairedById AND d.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a device of another tenant'); END;

-- The device by which a pairing code was made; NULL: a login without a device.
ALTER TABLE registrationCode ADD COLUMN deviceTokenId INTEGER REFERENCES deviceToken (oid);
CREATE INDEX registrationCodeByDevice ON registrationCode (deviceTokenId) WHERE deviceTokenId IS NOT NULL;
CREATE TRIGGER registrationCodeOfTenantOnInsert BEFORE INSERT ON registrationCode WHEN NEW.deviceTokenId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM deviceToken d WHERE d.oid = NEW.deviceTokenId AND d.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a device of another tenant'); END;
CREATE TRIGGER registrationCodeOfTenantOnUpdate BEFORE UPDATE OF tenantId, deviceTokenId ON registrationCode WHEN NEW.deviceTokenId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM deviceToken d WHERE d.oid = NEW.deviceTokenId AND d.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a device of another tenant'); END;
