-- Who approved an item, and when.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS approved_dt timestamptz;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS approved_by bigint;
