-- Each scan of an unknown code adds (src/inventories/counting/).

-- Terminals sent each scan of an unknown code as a `set`. Their ids are UUIDs of version 7, and they name what they have seen. The code of
-- a late count may be that of an article. What is closed or cancelled stays as it was reported.
UPDATE countOperation SET kind = 'add'
WHERE kind = 'set' AND itemId IS NULL AND code IS NOT NULL AND isExtra = 0 AND seen IS NOT NULL
  AND substr(operationId, 15, 1) = '7'
  AND json_type(entered, '$.inventoryQuantity') = 'integer'
  AND inventoryId IN (SELECT oid FROM inventory WHERE inventoryStateId BETWEEN 3 AND 6)
  AND (state = 'unknown' OR (state = 'late'
    AND NOT EXISTS (SELECT 1 FROM article a
      WHERE a.tenantId = countOperation.tenantId AND a.deleted = 0
        AND (a.code = countOperation.code OR a.serialNumber = countOperation.code OR a.rfId = countOperation.code))
    AND NOT EXISTS (SELECT 1 FROM additionalCode c
      WHERE c.tenantId = countOperation.tenantId AND c.code = countOperation.code)));

-- All counts of an unknown code of a stocktake.
CREATE INDEX countOperationUnknown ON countOperation (inventoryId, code) WHERE state = 'unknown';
