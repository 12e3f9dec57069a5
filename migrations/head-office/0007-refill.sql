-- Packs of articles and rules of minimum stock.
--   packs        name and quantity of each; NULL: none
--   location_id  with all locations below it; NULL: everywhere
--   target       pieces to refill up to; NULL: the minimum
ALTER TABLE tallybox.article ADD COLUMN IF NOT EXISTS packs jsonb;

CREATE TABLE IF NOT EXISTS tallybox.refill_rule (
  site uuid NOT NULL,
  oid bigint NOT NULL,
  article_id bigint NOT NULL,
  location_id bigint,
  minimum bigint NOT NULL,
  target bigint,
  PRIMARY KEY (site, oid)
);
CREATE INDEX IF NOT EXISTS refill_rule_by_article ON tallybox.refill_rule (site, article_id);
