-- What the quantities of an article count. NULL: pieces. Quantities of several units have no sum.
ALTER TABLE tallybox.article ADD COLUMN IF NOT EXISTS unit text;

-- A view keeps its columns: the unit is the last one.
CREATE OR REPLACE VIEW tallybox.articles AS
SELECT a.site, s.name AS site_name, a.oid AS article, a.code, a.name,
  c.name AS category, t.name AS type, st.name AS state, a.price, cu.name AS currency,
  coalesce(q.quantity, 0) AS quantity, a.serial_number, a.rf_id, a.invoice_no, a.dt_buy AS bought_on, a.note,
  h.first_name || ' ' || h.last_name AS holder, a.is_disposal AS is_disposed, a.disposal_dt AS disposed_at,
  a.created_dt AS created_at, a.modified_dt AS modified_at, a.unit
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
  sum(l.quantity) AS quantity, sum(l.quantity) * a.price AS value, cu.name AS currency, a.unit
FROM tallybox.article_location l
JOIN tallybox.site s ON s.site = l.site
JOIN tallybox.article a ON a.site = l.site AND a.oid = l.article_id
LEFT JOIN tallybox.currency_type cu ON cu.site = a.site AND cu.oid = a.currency_type_id
GROUP BY l.site, s.name, l.article_id, a.code, a.name, a.price, cu.name, a.unit;

CREATE OR REPLACE VIEW tallybox.stock_by_location AS
SELECT l.site, s.name AS site_name, l.article_id AS article, a.code, a.name,
  l.location_id AS location, p.name AS location_name, p.code AS location_code, l.quantity, a.unit
FROM tallybox.article_location l
JOIN tallybox.site s ON s.site = l.site
JOIN tallybox.article a ON a.site = l.site AND a.oid = l.article_id
LEFT JOIN tallybox.location p ON p.site = l.site AND p.oid = l.location_id;
