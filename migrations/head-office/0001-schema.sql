-- The database of the head office: schema `tallybox`, to which every site delivers its records (src/head-office/).
--
-- Each statement can be repeated, because a site may end in between. No partitions, foreign keys, triggers or advisory locks, so that
-- a distributed database may do. Every primary key begins with the site, so the tables can be sharded by it. Never change a file that
-- was released: add the next one, which may only add tables, columns that may be NULL, and views, because older sites go on
-- delivering. Until version 7, which this file makes, it was 7 files.

-- The sites. Times are those of the database.
--   name         name of the site at its last delivery
--   cursor       position in the site's change feed up to which its records are here; written in the transaction of the records
--   machine      the machine that delivers for the site
--   version      version of its software
--   is_loading   true: its records are not complete yet
--   heard_at     last delivery, or sign of life
--   current_at   the records here were those of the site at this time; NULL: not complete yet
CREATE TABLE IF NOT EXISTS tallybox.site (
  site uuid PRIMARY KEY,
  name text NOT NULL,
  cursor text NOT NULL,
  machine text NOT NULL,
  version text NOT NULL,
  is_loading boolean NOT NULL,
  heard_at timestamptz NOT NULL,
  current_at timestamptz
);

-- The records as they are in the change feed (docs/integrate/change-feed.md). `oid` is unique within the site.
-- Each {list}: article_category, article_type, article_state, currency_type, article_disposal_method, article_disposal_reason
CREATE TABLE IF NOT EXISTS tallybox.{list} (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);
-- End

CREATE TABLE IF NOT EXISTS tallybox.person (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  user_name text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  is_active boolean NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.location (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  code text,
  parent_location_id bigint,
  position bigint,
  PRIMARY KEY (site, oid)
);

-- `custom_values`: the oid of a custom field and its value as text. `packs`: name and quantity of
-- each; NULL: none.
CREATE TABLE IF NOT EXISTS tallybox.article (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  code text,
  name text NOT NULL,
  category_id bigint NOT NULL,
  type_id bigint NOT NULL,
  state_id bigint NOT NULL,
  price numeric(19,4) NOT NULL,
  currency_type_id bigint,
  serial_number text,
  rf_id text,
  user_id bigint,
  responsible_user_id bigint,
  is_disposal boolean NOT NULL,
  disposal_dt timestamptz,
  disposal_method_id bigint,
  disposal_reason_id bigint,
  note text,
  invoice_no text,
  dt_buy text,
  warranty_end text,
  supplier text,
  packs jsonb,
  custom_values jsonb,
  created_dt timestamptz NOT NULL,
  modified_dt timestamptz NOT NULL,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  code_folded text,
  name_folded text NOT NULL,
  PRIMARY KEY (site, oid)
);

-- Codes of articles beside their own: EAN, old numbers, serial numbers, RFID tags.
CREATE TABLE IF NOT EXISTS tallybox.additional_code (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  pack_quantity bigint,
  created_dt timestamptz NOT NULL,
  created_by text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.custom_field (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  unit text,
  choices jsonb,
  category_ids jsonb,
  is_required boolean NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_location (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  location_id bigint NOT NULL,
  quantity bigint NOT NULL,
  PRIMARY KEY (site, oid)
);

-- Rules of minimum stock.
--   location_id  with all locations below it; NULL: everywhere
--   target       pieces to refill up to; NULL: the minimum
CREATE TABLE IF NOT EXISTS tallybox.refill_rule (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  location_id bigint,
  minimum bigint NOT NULL,
  target bigint,
  PRIMARY KEY (site, oid)
);

-- Which person has or had which article.
CREATE TABLE IF NOT EXISTS tallybox.custody (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  user_id bigint NOT NULL,
  started_dt timestamptz NOT NULL,
  started_by bigint NOT NULL,
  start_note text,
  due_date text,
  ended_dt timestamptz,
  ended_by bigint,
  end_note text,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.inventory (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  inventory_state_id bigint NOT NULL,
  is_closed boolean NOT NULL,
  is_approved boolean NOT NULL,
  must_be_approved boolean NOT NULL,
  is_blind boolean NOT NULL,
  location_id bigint,
  approved_dt timestamptz,
  approved_by bigint,
  chosen_locations jsonb,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.inventory_item (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  inventory_id bigint NOT NULL,
  article_id bigint NOT NULL,
  location_id bigint,
  inventory_location_id bigint,
  quantity bigint NOT NULL,
  inventory_quantity bigint,
  moved_quantity bigint NOT NULL,
  moved_dt timestamptz,
  price numeric(19,4) NOT NULL,
  currency text,
  is_found boolean NOT NULL,
  is_disposal boolean NOT NULL,
  is_approved boolean NOT NULL,
  is_unexpected boolean NOT NULL,
  is_to_recount boolean NOT NULL,
  decision text,
  disposal_method_id bigint,
  disposal_reason_id bigint,
  note text,
  counted_dt timestamptz,
  counted_by bigint,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_transfer (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  user_id bigint NOT NULL,
  state text NOT NULL,
  target_location_id bigint NOT NULL,
  from_location_id bigint,
  quantity bigint,
  note text,
  created_dt timestamptz NOT NULL,
  decided_dt timestamptz,
  decided_by bigint,
  reason text,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.disposal_proposal (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  user_id bigint NOT NULL,
  state text NOT NULL,
  disposal_method_id bigint,
  disposal_reason_id bigint,
  inventory_item_id bigint,
  note text,
  proposal_dt timestamptz NOT NULL,
  decided_dt timestamptz,
  decided_by bigint,
  reject_reason text,
  PRIMARY KEY (site, oid)
);

-- Photos and attached files. `is_attachment` NULL: of a site of an older version, false.
CREATE TABLE IF NOT EXISTS tallybox.photo (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  inventory_item_id bigint,
  article_id bigint,
  count_operation_id bigint,
  user_id bigint NOT NULL,
  file_name text NOT NULL,
  content_type text NOT NULL,
  width bigint NOT NULL,
  height bigint NOT NULL,
  size bigint NOT NULL,
  created_dt timestamptz NOT NULL,
  created_by text NOT NULL,
  is_attachment boolean,
  PRIMARY KEY (site, oid)
);

-- Fields of articles that the head office owns (docs/integrate/head-office.md#master-data). The head office writes them, the sites
-- only read.
--   site        the site; 00000000-0000-0000-0000-000000000000: every site that has no row of its own for the code
--   code        code of the article at the sites
--   name        NULL: the sites own it
--   category    name of the category; NULL: the sites own it
--   changed_at  set it to now() with each change: the sites then see it within seconds, else within an hour
CREATE TABLE IF NOT EXISTS tallybox.master_article (
  site uuid NOT NULL,
  code text NOT NULL,
  name text,
  category text,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (site, code)
);

-- For searches through all sites: `code_folded` and `name_folded` are without case and accents.
CREATE INDEX IF NOT EXISTS article_by_code ON tallybox.article (code_folded, site);
CREATE INDEX IF NOT EXISTS article_location_by_article ON tallybox.article_location (site, article_id);
CREATE INDEX IF NOT EXISTS additional_code_by_article ON tallybox.additional_code (site, article_id);
CREATE INDEX IF NOT EXISTS refill_rule_by_article ON tallybox.refill_rule (site, article_id);
CREATE INDEX IF NOT EXISTS master_article_by_change ON tallybox.master_article (site, changed_at);
CREATE INDEX IF NOT EXISTS inventory_item_by_inventory ON tallybox.inventory_item (site, inventory_id);

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
