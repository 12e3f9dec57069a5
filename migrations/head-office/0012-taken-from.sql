-- Where the close has taken pieces of an unexpected item from, and how many.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS taken_from_location_id bigint;
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS taken_quantity bigint;
