-- SQLite before 3.45 calls json_valid(NULL) false, so its integrity_check reports a sound database as damaged. Both columns
-- are in no index, trigger or view.
ALTER TABLE inventoryItem ADD COLUMN checkpointNew TEXT CHECK (checkpointNew IS NULL OR json_valid(checkpointNew));
UPDATE inventoryItem SET checkpointNew = checkpoint WHERE checkpoint IS NOT NULL;
ALTER TABLE inventoryItem DROP COLUMN checkpoint;
ALTER TABLE inventoryItem RENAME COLUMN checkpointNew TO checkpoint;

ALTER TABLE printRequest ADD COLUMN lastErrorNew TEXT CHECK (lastErrorNew IS NULL OR json_valid(lastErrorNew));
UPDATE printRequest SET lastErrorNew = lastError WHERE lastError IS NOT NULL;
ALTER TABLE printRequest DROP COLUMN lastError;
ALTER TABLE printRequest RENAME COLUMN lastErrorNew TO lastError;

-- When a device was last used: written about once a minute, in a table of its own, so that what shows devices by name
-- (ETags, verified tokens, the audit) does not count as changed each time.
CREATE TABLE deviceUse (
  deviceTokenId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  lastUsedDT TEXT NOT NULL,
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
INSERT INTO deviceUse SELECT oid, tenantId, lastUsedDT FROM deviceToken WHERE lastUsedDT IS NOT NULL;
ALTER TABLE deviceToken DROP COLUMN lastUsedDT;
