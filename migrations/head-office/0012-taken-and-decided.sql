-- Where the close has taken pieces of an unexpected item from, and how many.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS taken_from_location_id bigint;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS taken_quantity bigint;

-- Who decided on moved stock, and when.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS decided_dt timestamptz;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS decided_by bigint;
