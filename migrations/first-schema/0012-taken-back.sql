-- Counts that were taken back, by the scanned code: what is taken back of a code that nobody knows is no finding any more.
CREATE INDEX countOperationTakenBack ON countOperation (inventoryId, code)
WHERE code IS NOT NULL AND json_type(entered, '$.inventoryQuantity') = 'null';
