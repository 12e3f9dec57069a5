-- Net pieces that came before the count: the books had them by then, so they are no difference.
ALTER TABLE tallybox.inventory_item ADD COLUMN IF NOT EXISTS moved_before_count bigint;

-- Stocktakes that are not closed. Unexpected items count for nothing, as at the site.
CREATE OR REPLACE VIEW tallybox.open_stocktakes AS
SELECT i.site, s.name AS site_name, i.oid AS stocktake, i.name,
  CASE i.inventory_state_id WHEN 1 THEN 'preparation' WHEN 2 THEN 'waiting for start' WHEN 3 THEN 'in progress'
    WHEN 4 THEN 'paused' WHEN 5 THEN 'finished' WHEN 6 THEN 'processing' END AS state,
  coalesce(n.items, 0) AS items, coalesce(n.counted, 0) AS counted
FROM tallybox.inventory i
JOIN tallybox.site s ON s.site = i.site
LEFT JOIN (
  SELECT site, inventory_id, count(*) AS items,
    sum(CASE WHEN is_found OR inventory_quantity IS NOT NULL THEN 1 ELSE 0 END) AS counted
  FROM tallybox.inventory_item WHERE NOT is_unexpected GROUP BY site, inventory_id
) n ON n.site = i.site AND n.inventory_id = i.oid
WHERE i.inventory_state_id < 7;

-- Items of stocktakes in Processing (6) and closed (7) ones. `found` NULL: not counted. `difference`: of what the books had at the count,
-- without what the close has taken from another location for it.
CREATE OR REPLACE VIEW tallybox.stocktake_results AS
SELECT x.site, s.name AS site_name, x.inventory_id AS stocktake, i.name AS stocktake_name, i.is_closed,
  x.article_id AS article, a.code, a.name, e.name AS expected_at, f.name AS found_at,
  x.quantity AS expected, x.found, x.found - x.accounted AS difference,
  (x.found - x.accounted) * x.price AS difference_value, x.currency, x.is_unexpected, x.decision, x.note,
  x.counted_dt AS counted_at, p.first_name || ' ' || p.last_name AS counted_by
FROM (
  SELECT j.*, CASE WHEN j.is_found THEN coalesce(j.inventory_quantity, j.accounted)
    WHEN j.inventory_quantity IS NOT NULL THEN 0 END AS found
  FROM (
    SELECT k.*, k.quantity + coalesce(k.moved_before_count, 0) + coalesce(k.taken_quantity, 0) AS accounted
    FROM tallybox.inventory_item k
  ) j
) x
JOIN tallybox.inventory i ON i.site = x.site AND i.oid = x.inventory_id AND i.inventory_state_id IN (6, 7)
JOIN tallybox.site s ON s.site = x.site
LEFT JOIN tallybox.article a ON a.site = x.site AND a.oid = x.article_id
LEFT JOIN tallybox.location e ON e.site = x.site AND e.oid = x.location_id
LEFT JOIN tallybox.location f ON f.site = x.site AND f.oid = x.inventory_location_id
LEFT JOIN tallybox.person p ON p.site = x.site AND p.oid = x.counted_by;
