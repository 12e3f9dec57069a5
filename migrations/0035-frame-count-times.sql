-- When a count began and ended where the stocktake does not show it: on paper, or typed later (src/inventories/frame/). NULL: not given.
ALTER TABLE inventory ADD COLUMN countBegunDT TEXT;
ALTER TABLE inventory ADD COLUMN countEndedDT TEXT;
