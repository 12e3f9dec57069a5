-- Which person has or had which article at a site.
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
