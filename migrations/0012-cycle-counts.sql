-- Cycle counts: plans that make stocktakes by themselves (src/cycle-counts/), random samples, second counts, and the accuracy of
-- the records that closed stocktakes have found (src/inventories/).

-- A plan. Deleted ones stay, for the runs that name them.
--   selection     what it counts (JSON, CountSelection in src/cycle-counts/shapes.ts)
--   schedule      when it is due (JSON, CountSchedule in src/domain/cycle-counts/schedule.ts)
--   fromDate      first day, toDate: last day, in the server's time zone
--   secondCount   limits of the second count of its stocktakes (JSON); NULL: none
--   activeSince   it makes no stocktake for an earlier time
--   ownerId       who saved it last: its stocktakes are prepared in this name
CREATE TABLE countPlan (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  selection TEXT NOT NULL CHECK (json_valid(selection)),
  schedule TEXT NOT NULL CHECK (json_valid(schedule)),
  fromDate TEXT NOT NULL,
  toDate TEXT,
  isPaused INTEGER NOT NULL CHECK (isPaused IN (0, 1)),
  isBlind INTEGER NOT NULL CHECK (isBlind IN (0, 1)),
  mustBeApproved INTEGER NOT NULL CHECK (mustBeApproved IN (0, 1)),
  secondCount TEXT CHECK (secondCount IS NULL OR json_valid(secondCount)),
  counterId INTEGER,
  ownerId INTEGER NOT NULL,
  activeSince TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, counterId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, ownerId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX countPlanName ON countPlan (tenantId, nameKey) WHERE deleted = 0;

-- One due date of a plan, in the transaction that makes its stocktake: a date makes one at most.
--   outcome      made: inventoryId is its stocktake. skipped: inventoryId is the earlier one that was still open. empty: there was
--                nothing to count; inventoryId is its stocktake, which is cancelled
--   inventoryId  no reference: the stocktake may be removed with the sample data
CREATE TABLE countPlanRun (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  planId INTEGER NOT NULL,
  dueDate TEXT NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('made', 'skipped', 'empty')),
  inventoryId INTEGER NOT NULL,
  seed TEXT NOT NULL,
  UNIQUE (tenantId, planId, dueDate),
  FOREIGN KEY (tenantId, planId) REFERENCES countPlan (tenantId, oid)
) STRICT;
CREATE INDEX countPlanRunByInventory ON countPlanRun (tenantId, inventoryId);

-- Rules of a stocktake; without a row it has none.
--   isSelective       1: only the stock in inventorySelection is counted
--   counterId         who is to count; NULL: anybody
--   secondCount…      an item whose count differs by more asks for a count by another person: pieces, percent of the recorded
--                     pieces, or value (ten-thousandths); NULL: no such limit
--   waivedDT, waivedBy, waivedFor   when, by whom and why a Manager lets it be closed without the second counts
CREATE TABLE inventoryRule (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  isSelective INTEGER NOT NULL DEFAULT 0 CHECK (isSelective IN (0, 1)),
  counterId INTEGER,
  secondCountPieces INTEGER CHECK (secondCountPieces >= 0),
  secondCountPercent INTEGER CHECK (secondCountPercent >= 0),
  secondCountValue INTEGER CHECK (secondCountValue >= 0),
  waivedDT TEXT,
  waivedBy INTEGER,
  waivedFor TEXT,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, counterId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, waivedBy) REFERENCES user (tenantId, oid)
) STRICT;

-- The stock that a selective stocktake counts.
CREATE TABLE inventorySelection (
  inventoryId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, locationId, articleId),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid)
) STRICT, WITHOUT ROWID;
CREATE INDEX inventorySelectionByArticle ON inventorySelection (articleId);
CREATE INDEX inventorySelectionByLocation ON inventorySelection (locationId);

-- The random sample that a stocktake counts: of `population` records the `sample` ones of the lowest SHA-256 of
-- `seed:articleId:locationId`.
--   locations   the locations that it was drawn from, each with all below it, as they were named then (JSON: a list of oid and
--               name, the name with those above it); NULL: all
CREATE TABLE inventorySample (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  population INTEGER NOT NULL CHECK (population >= sample),
  sample INTEGER NOT NULL CHECK (sample > 0),
  seed TEXT NOT NULL,
  locations TEXT CHECK (locations IS NULL OR json_valid(locations)),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid)
) STRICT;

-- What a closed stocktake has found of the records at the time of each count; stock that moved before it is part of the record.
--   items       expected items, wrongItems of them not found there in the recorded quantity, notCounted of these never counted
--   pieces      recorded pieces of the counted items, wrongPieces: the sum of the differences, each without its sign
--   value       the same in price (ten-thousandths, REAL: only shares are made of it); NULL: in several currencies
CREATE TABLE inventoryAccuracy (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  closedDT TEXT NOT NULL,
  items INTEGER NOT NULL,
  wrongItems INTEGER NOT NULL,
  notCounted INTEGER NOT NULL,
  pieces INTEGER NOT NULL,
  wrongPieces INTEGER NOT NULL,
  value REAL,
  wrongValue REAL,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid)
) STRICT;
CREATE INDEX inventoryAccuracyByTime ON inventoryAccuracy (tenantId, closedDT);
