-- Managers put locations in the order in which people walk past them.

-- The position among the siblings, from 0; NULL: after those that have one, by name.
ALTER TABLE location ADD COLUMN position INTEGER CHECK (position >= 0);
