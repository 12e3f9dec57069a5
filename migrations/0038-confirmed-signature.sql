-- A signature that its person has confirmed may follow one that the person has not. Only a constraint of the table changes: the rows
-- stay, and the numbers of those that are gone are not used again.
CREATE TEMPORARY TABLE addendumBefore AS SELECT * FROM inventoryAddendum;
CREATE TEMPORARY TABLE addendumSequence AS SELECT seq FROM sqlite_sequence WHERE name = 'inventoryAddendum';
DROP TABLE inventoryAddendum;

--   content      the whole file, which ends with its seal
--   person       of a signature: the position among those who sign, from 0
--   isConfirmed  1: a signature that was shown to be that of its person (src/domain/stocktakes/addendum.ts)
--   sha256       of all that is before the seal in the file, hexadecimal
--   signature    of format and sha256 by the key whose public part is publicKey (Ed25519), both hexadecimal
CREATE TABLE inventoryAddendum (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  number INTEGER NOT NULL,
  person INTEGER,
  isConfirmed INTEGER NOT NULL CHECK (isConfirmed = 0 OR (isConfirmed = 1 AND person IS NOT NULL)),
  content TEXT NOT NULL CHECK (json_valid(content)),
  sha256 TEXT NOT NULL,
  signature TEXT NOT NULL,
  publicKey TEXT NOT NULL,
  UNIQUE (inventoryId, number),
  UNIQUE (inventoryId, person, isConfirmed),
  FOREIGN KEY (inventoryId, tenantId) REFERENCES inventory (oid, tenantId)
) STRICT;
-- Files of before there were confirmations lack `confirmed`: the own login was one.
INSERT INTO inventoryAddendum (oid, tenantId, inventoryId, number, person, isConfirmed, content, sha256, signature, publicKey)
SELECT oid, tenantId, inventoryId, number, person,
  person IS NOT NULL AND iif(json_type(content, '$.confirmed') IS NULL,
    content ->> '$.person.userId' IS content ->> '$.addedBy.id', content ->> '$.confirmed' IS NOT NULL),
  content, sha256, signature, publicKey
FROM addendumBefore ORDER BY oid;
DELETE FROM sqlite_sequence WHERE name = 'inventoryAddendum';
INSERT INTO sqlite_sequence (name, seq) SELECT 'inventoryAddendum', seq FROM addendumSequence;
DROP TABLE addendumBefore;
DROP TABLE addendumSequence;
CREATE INDEX inventoryAddendumByHash ON inventoryAddendum (sha256);

-- Each follows the one before it, and nothing changes one; only sample data are removed.
CREATE TRIGGER inventoryAddendumAdded BEFORE INSERT ON inventoryAddendum
WHEN NEW.number <> (SELECT count(*) + 1 FROM inventoryAddendum a WHERE a.inventoryId = NEW.inventoryId)
  OR EXISTS (SELECT 1 FROM inventoryAddendum a
    WHERE a.oid = NEW.oid OR (a.inventoryId = NEW.inventoryId AND a.person = NEW.person AND a.isConfirmed >= NEW.isConfirmed))
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
CREATE TRIGGER inventoryAddendumRemoved BEFORE DELETE ON inventoryAddendum
WHEN NOT EXISTS (SELECT 1 FROM sampleRecord s
  WHERE s.tenantId = OLD.tenantId AND s.tableName = 'inventory' AND s.oid = OLD.inventoryId)
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
CREATE TRIGGER inventoryAddendumFixed BEFORE UPDATE ON inventoryAddendum
BEGIN SELECT RAISE(ABORT, 'an addendum never changes'); END;
