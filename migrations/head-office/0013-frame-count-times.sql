-- When a count began and ended where the stocktake does not show it: on paper, or typed later.
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS count_begun_dt timestamptz;
ALTER TABLE tallybox.inventory ADD COLUMN IF NOT EXISTS count_ended_dt timestamptz;
