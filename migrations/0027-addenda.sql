-- The numbered addenda of the records of closed stocktakes, as sealed files (src/inventories/addenda/).

--   content    the whole file, which ends with its seal
--   person     of a signature: the position among those who sign, from 0
--   sha256     of all that is before the seal in the file, hexadecimal
--   signature  of format and sha256 by the key whose public part is publicKey (Ed25519), both hexadecimal
CREATE TABLE inventoryAddendum (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  number INTEGER NOT NULL,
  person INTEGER,
  content TEXT NOT NULL CHECK (json_valid(content)),
  sha256 TEXT NOT NULL,
  signature TEXT NOT NULL,
  publicKey TEXT NOT NULL,
  UNIQUE (inventoryId, number),
  UNIQUE (inventoryId, person),
  FOREIGN KEY (inventoryId, tenantId) REFERENCES inventory (oid, tenantId)
) STRICT;
CREATE INDEX inventoryAddendumByHash ON inventoryAddendum (sha256);

-- Each follows the one before it, and nothing changes one; only sample data are removed.
CREATE TRIGGER inventoryAddendumAdded BEFORE INSERT ON inventoryAddendum
WHEN NEW.number <> (SELECT count(*) + 1 FROM inventoryAddendum a WHERE a.inventoryId = NEW.inventoryId)
  OR EXISTS (SELECT 1 FROM inventoryAddendum a
    WHERE a.oid = NEW.oid OR (a.inventoryId = NEW.inventoryId AND a.person = NEW.person))
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
CREATE TRIGGER inventoryAddendumRemoved BEFORE DELETE ON inventoryAddendum
WHEN NOT EXISTS (SELECT 1 FROM sampleRecord s
  WHERE s.tenantId = OLD.tenantId AND s.tableName = 'inventory' AND s.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
CREATE TRIGGER inventoryAddendumFixed BEFORE UPDATE ON inventoryAddendum
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
