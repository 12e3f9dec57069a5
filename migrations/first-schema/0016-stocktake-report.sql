-- What the report of a stocktake names: who approved it and when, and the currency of each price.

ALTER TABLE inventory ADD COLUMN approvedDT TEXT;
ALTER TABLE inventory ADD COLUMN approvedBy INTEGER;
-- Approvals given earlier are in the audit, as far back as it is kept.
UPDATE inventory SET (approvedDT, approvedBy) = (
  SELECT a.at, a.userId FROM audit a
  WHERE a.tenantId = inventory.tenantId AND a.entity = 'inventory' AND a.entityId = inventory.oid
    AND EXISTS (SELECT 1 FROM json_each(a.changes) c WHERE c.value ->> 0 = 'isApproved' AND c.value ->> 2 = 1)
  ORDER BY a.oid DESC LIMIT 1)
WHERE isApproved = 1;

-- `currency`: the name of the currency of `price` when the item was made. That of the article, or the only one in the
-- tenant's list that is not hidden; null: not known.
ALTER TABLE inventoryItem ADD COLUMN currency TEXT;
UPDATE inventoryItem SET currency = coalesce(
  (SELECT c.name FROM article a JOIN currencyType c ON c.oid = a.currencyTypeId WHERE a.oid = inventoryItem.articleId),
  (SELECT min(c.name) FROM currencyType c
    WHERE (c.tenantId = inventoryItem.tenantId OR c.tenantId IS NULL) AND NOT EXISTS (
      SELECT 1 FROM catalogueSetting s WHERE s.tenantId = inventoryItem.tenantId AND s.catalogue = 'currencyType'
        AND s.recordId = c.oid AND s.isHidden = 1)
    HAVING count(*) = 1));
