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

CREATE INDEX IF NOT EXISTS master_article_by_change ON tallybox.master_article (site, changed_at);
