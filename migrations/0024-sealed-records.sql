-- The records of closed stocktakes as sealed files (src/inventories/seal/).

--   bytes      of the whole file
--   sha256     of all that is before the seal in the file, hexadecimal
--   signature  of format and sha256 by the key whose public part is publicKey (Ed25519), both hexadecimal
CREATE TABLE inventorySeal (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('json', 'pdf')),
  sealedDT TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  signature TEXT NOT NULL,
  publicKey TEXT NOT NULL,
  UNIQUE (inventoryId, format),
  FOREIGN KEY (inventoryId, tenantId) REFERENCES inventory (oid, tenantId)
) STRICT;
CREATE INDEX inventorySealByHash ON inventorySeal (sha256);

-- The content of a sealed file, in order.
--   content  gzip
CREATE TABLE inventorySealPart (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('json', 'pdf')),
  number INTEGER NOT NULL,
  content BLOB NOT NULL,
  UNIQUE (inventoryId, format, number),
  FOREIGN KEY (inventoryId, tenantId) REFERENCES inventory (oid, tenantId)
) STRICT;

-- Nothing changes a sealed file; only sample data are removed.
CREATE TRIGGER inventorySealAdded BEFORE INSERT ON inventorySeal
WHEN EXISTS (SELECT 1 FROM inventorySeal s WHERE s.inventoryId = NEW.inventoryId AND s.format = NEW.format)
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;
CREATE TRIGGER inventorySealRemoved BEFORE DELETE ON inventorySeal
WHEN NOT EXISTS (SELECT 1 FROM sampleRecord s
  WHERE s.tenantId = OLD.tenantId AND s.tableName = 'inventory' AND s.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;
CREATE TRIGGER inventorySealFixed BEFORE UPDATE ON inventorySeal
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;
CREATE TRIGGER inventorySealPartFixed BEFORE UPDATE ON inventorySealPart
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;
CREATE TRIGGER inventorySealPartAdded BEFORE INSERT ON inventorySealPart
WHEN EXISTS (SELECT 1 FROM inventorySeal s WHERE s.inventoryId = NEW.inventoryId AND s.format = NEW.format)
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;
CREATE TRIGGER inventorySealPartRemoved BEFORE DELETE ON inventorySealPart
WHEN EXISTS (SELECT 1 FROM inventorySeal s WHERE s.inventoryId = OLD.inventoryId AND s.format = OLD.format)
BEGIN SELECT RAISE(ABORT, 'a sealed record never changes'); END;

-- Of an article at the close: the name of its category.
ALTER TABLE inventoryName ADD COLUMN category TEXT;
