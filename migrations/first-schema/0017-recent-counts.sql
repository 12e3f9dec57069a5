-- Counts that contradict each other are found by what each terminal had seen, not by who counted last alone.

-- The last transaction whose counts the terminal knew; NULL: all that precede it.
ALTER TABLE countOperation ADD COLUMN seen INTEGER;
-- 1: one more of the article at the location, whatever is expected or was counted elsewhere.
ALTER TABLE countOperation ADD COLUMN isExtra INTEGER NOT NULL DEFAULT 0 CHECK (isExtra IN (0, 1));

-- What each terminal has counted of the item since the counts last agreed (RecentCount in src/inventories/operations/fold.ts): JSON.
ALTER TABLE inventoryItem ADD COLUMN recentCounts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recentCounts));
UPDATE inventoryItem SET recentCounts = json_array(json_object(
  'terminal', countedTerminal, 'kind', 'set', 'total', inventoryQuantity, 'change', change))
WHERE countedTerminal IS NOT NULL AND inventoryQuantity IS NOT NULL;
-- Its states lack the new column: they are made anew from the operations.
UPDATE inventoryItem SET checkpoint = NULL WHERE checkpoint IS NOT NULL;
