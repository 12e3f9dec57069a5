-- The change feed, which programs of other systems follow (src/change-feed/).

-- One row for each write of a record that the feed has: which record, not what changed. A reader gets the record as it is
-- then, or as deleted where it is no longer there. Written by triggers of the connection
-- (src/storage/database/feed-triggers.ts), in the order of the commits; removed after 30 days.
--   seq       position; the newest row is never removed, so the next one is new without AUTOINCREMENT, which would write one
--             more page a count
--   kind      number of the table (src/storage/database/fed-tables.ts)
--   recordId  oid of the record; no reference: it may be deleted
--   tenantId  NULL: a global record of a list
CREATE TABLE changeEntry (
  seq INTEGER PRIMARY KEY,
  tenantId INTEGER REFERENCES tenant (oid),
  kind INTEGER NOT NULL CHECK (kind > 0),
  recordId INTEGER NOT NULL
) STRICT;
