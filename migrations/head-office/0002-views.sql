-- The views are for reports. `article`, `stocktake` and `location` are ids within the site.

CREATE OR REPLACE VIEW tallybox.sites AS
SELECT site, name AS site_name, is_loading, current_at, heard_at, version
FROM tallybox.site;

CREATE OR REPLACE VIEW tallybox.articles AS
SELECT a.site, s.name AS site_name, a.oid AS article, a.code, a.name,
  c.name AS category, t.name AS type, st.name AS state, a.price, cu.name AS currency,
  coalesce(q.quantity, 0) AS quantity, a.serial_number, a.rf_id, a.invoice_no, a.dt_buy AS bought_on, a.note,
  h.first_name || ' ' || h.last_name AS holder, a.is_disposal AS is_disposed, a.disposal_dt AS disposed_at,
  a.created_dt AS created_at, a.modified_dt AS modified_at
FROM tallybox.article a
JOIN tallybox.site s ON s.site = a.site
LEFT JOIN tallybox.article_category c ON c.site = a.site AND c.oid = a.category_id
LEFT JOIN tallybox.article_type t ON t.site = a.site AND t.oid = a.type_id
LEFT JOIN tallybox.article_state st ON st.site = a.site AND st.oid = a.state_id
LEFT JOIN tallybox.currency_type cu ON cu.site = a.site AND cu.oid = a.currency_type_id
LEFT JOIN tallybox.person h ON h.site = a.site AND h.oid = a.user_id
LEFT JOIN (
  SELECT site, article_id, sum(quantity) AS quantity FROM tallybox.article_location GROUP BY site, article_id
) q ON q.site = a.site AND q.article_id = a.oid;

CREATE OR REPLACE VIEW tallybox.stock_by_site AS
SELECT l.site, s.name AS site_name, l.article_id AS article, a.code, a.name,
  sum(l.quantity) AS quantity, sum(l.quantity) * a.price AS value, cu.name AS currency
FROM tallybox.article_location l
JOIN tallybox.site s ON s.site = l.site
JOIN tallybox.article a ON a.site = l.site AND a.oid = l.article_id
LEFT JOIN tallybox.currency_type cu ON cu.site = a.site AND cu.oid = a.currency_type_id
GROUP BY l.site, s.name, l.article_id, a.code, a.name, a.price, cu.name;

CREATE OR REPLACE VIEW tallybox.stock_by_location AS
SELECT l.site, s.name AS site_name, l.article_id AS article, a.code, a.name,
  l.location_id AS location, p.name AS location_name, p.code AS location_code, l.quantity
FROM tallybox.article_location l
JOIN tallybox.site s ON s.site = l.site
JOIN tallybox.article a ON a.site = l.site AND a.oid = l.article_id
LEFT JOIN tallybox.location p ON p.site = l.site AND p.oid = l.location_id;

-- States 1 to 6 are open (docs/integrate/stocktakes.md).
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
  FROM tallybox.inventory_item GROUP BY site, inventory_id
) n ON n.site = i.site AND n.inventory_id = i.oid
WHERE i.inventory_state_id < 7;

-- Items of stocktakes in Processing (6) and closed (7) ones. `found` NULL: not counted.
CREATE OR REPLACE VIEW tallybox.stocktake_results AS
SELECT x.site, s.name AS site_name, x.inventory_id AS stocktake, i.name AS stocktake_name, i.is_closed,
  x.article_id AS article, a.code, a.name, e.name AS expected_at, f.name AS found_at,
  x.quantity AS expected, x.found, x.found - x.quantity AS difference,
  (x.found - x.quantity) * x.price AS difference_value, x.currency, x.is_unexpected, x.decision, x.note,
  x.counted_dt AS counted_at, p.first_name || ' ' || p.last_name AS counted_by
FROM (
  SELECT j.*, CASE WHEN j.is_found THEN coalesce(j.inventory_quantity, j.quantity)
    WHEN j.inventory_quantity IS NOT NULL THEN 0 END AS found
  FROM tallybox.inventory_item j
) x
JOIN tallybox.inventory i ON i.site = x.site AND i.oid = x.inventory_id AND i.inventory_state_id IN (6, 7)
JOIN tallybox.site s ON s.site = x.site
LEFT JOIN tallybox.article a ON a.site = x.site AND a.oid = x.article_id
LEFT JOIN tallybox.location e ON e.site = x.site AND e.oid = x.location_id
LEFT JOIN tallybox.location f ON f.site = x.site AND f.oid = x.inventory_location_id
LEFT JOIN tallybox.person p ON p.site = x.site AND p.oid = x.counted_by;

-- Confirmed transfers, and the differences that closed stocktakes found. `quantity` NULL: all pieces.
CREATE OR REPLACE VIEW tallybox.movements AS
SELECT t.site, s.name AS site_name, 'transfer' AS kind, t.decided_dt AS moved_at, t.article_id AS article, a.code, a.name,
  f.name AS from_location, g.name AS to_location, t.quantity, p.first_name || ' ' || p.last_name AS person, t.note
FROM tallybox.article_transfer t
JOIN tallybox.site s ON s.site = t.site
LEFT JOIN tallybox.article a ON a.site = t.site AND a.oid = t.article_id
LEFT JOIN tallybox.location f ON f.site = t.site AND f.oid = t.from_location_id
LEFT JOIN tallybox.location g ON g.site = t.site AND g.oid = t.target_location_id
LEFT JOIN tallybox.person p ON p.site = t.site AND p.oid = t.user_id
WHERE t.state = 'confirmed'
UNION ALL
SELECT r.site, r.site_name, 'stocktake', r.counted_at, r.article, r.code, r.name,
  CASE WHEN r.difference < 0 THEN coalesce(r.expected_at, r.found_at) END,
  CASE WHEN r.difference > 0 THEN coalesce(r.found_at, r.expected_at) END,
  abs(r.difference), r.counted_by, r.stocktake_name
FROM tallybox.stocktake_results r
WHERE r.is_closed AND r.difference <> 0;
