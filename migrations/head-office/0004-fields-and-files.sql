-- Custom fields and files attached to articles.
--   custom_values  the oid of a custom field and its value as text
--   is_attachment  NULL from sites of an older version: false
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

ALTER TABLE tallybox.article ADD COLUMN IF NOT EXISTS warranty_end text;
ALTER TABLE tallybox.article ADD COLUMN IF NOT EXISTS supplier text;
ALTER TABLE tallybox.article ADD COLUMN IF NOT EXISTS custom_values jsonb;
ALTER TABLE tallybox.photo ADD COLUMN IF NOT EXISTS is_attachment boolean;
