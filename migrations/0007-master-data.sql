-- Master data of the head office (src/master-data/): which fields of which articles it owns, with their values. The copy is in
-- force while the line to the head office is down.

-- An article of the tenant with exactly this code has these values; NULL: the field is not owned.
--   category     name of the category
--   categoryKey  the name as it is compared (nameKey)
CREATE TABLE masterArticle (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  code TEXT NOT NULL,
  name TEXT,
  category TEXT,
  categoryKey TEXT,
  change INTEGER NOT NULL,
  PRIMARY KEY (tenantId, code),
  CHECK ((category IS NULL) = (categoryKey IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX masterArticleByCategory ON masterArticle (tenantId, categoryKey) WHERE categoryKey IS NOT NULL;
