-- The database of the head office: schema `tallybox`, to which every site delivers its records (src/head-office/).
--
-- Each statement can be repeated, because a site may end in between. Only SQL that Citus, YugabyteDB and CockroachDB document as
-- supported (docs/integrate/head-office.md): no partitions, foreign keys, triggers or advisory locks. Every primary key begins with
-- the site, so the tables can be sharded by it. Never change a file that was released: add the next one, which may only add
-- tables, columns that may be NULL, and views, because older sites go on delivering.

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
CREATE TABLE IF NOT EXISTS tallybox.article_category (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_type (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_state (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.currency_type (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_disposal_method (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

CREATE TABLE IF NOT EXISTS tallybox.article_disposal_reason (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (site, oid)
);

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
  created_dt timestamptz NOT NULL,
  modified_dt timestamptz NOT NULL,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  code_folded text,
  name_folded text NOT NULL,
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
  PRIMARY KEY (site, oid)
);

-- For searches through all sites: `code_folded` and `name_folded` are without case and accents.
CREATE INDEX IF NOT EXISTS article_by_code ON tallybox.article (code_folded, site);
CREATE INDEX IF NOT EXISTS article_location_by_article ON tallybox.article_location (site, article_id);
CREATE INDEX IF NOT EXISTS inventory_item_by_inventory ON tallybox.inventory_item (site, inventory_id);
