-- The frame of a stocktake: committee and handover as GET /api/inventories/{id}/frame has them.
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS purpose text;
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS decisive_day text;
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS method text;
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS committee jsonb;
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS handover jsonb;
-- How the difference of an item is settled, why there is one, and how the item was found.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS settlement text;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS cause text;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS explained_dt timestamptz;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS explained_by bigint;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS method text;
