-- Samples by value (src/inventories/certificate/).

--   fixedDT     when the seed was stored; NULL: it is not known to be earlier than the draw
--   drawnDT     NULL: drawn by an earlier version
--   strata      of a sample by value (JSON, a list of Stratum in src/domain/cycle-counts/value-strata.ts); NULL: of records
--   currencies  those of what is worth something in the population (JSON, a list of names; null: unknown)
ALTER TABLE inventorySample ADD COLUMN fixedDT TEXT;
ALTER TABLE inventorySample ADD COLUMN drawnDT TEXT;
ALTER TABLE inventorySample ADD COLUMN strata TEXT CHECK (strata IS NULL OR json_valid(strata));
ALTER TABLE inventorySample ADD COLUMN currencies TEXT CHECK (currencies IS NULL OR json_valid(currencies));

-- The records that a sample by value was drawn from, as they were at the draw. It stays as it is, whatever happens to the records.
--   location  its name with those above it
--   price     ten-thousandths
--   stratum   its number in `strata`, from 1
CREATE TABLE inventoryPopulation (
  inventoryId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  code TEXT,
  name TEXT NOT NULL,
  location TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  price INTEGER NOT NULL,
  currency TEXT,
  stratum INTEGER NOT NULL CHECK (stratum > 0),
  isDrawn INTEGER NOT NULL CHECK (isDrawn IN (0, 1)),
  PRIMARY KEY (inventoryId, locationId, articleId),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid)
) STRICT, WITHOUT ROWID;
