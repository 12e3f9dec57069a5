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
CREATE INDEX IF NOT EXISTS additional_code_by_article ON tallybox.additional_code (site, article_id);
