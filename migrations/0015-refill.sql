-- Minimum stock (src/refill/) and packs of articles (src/articles/).

-- The packs in which an article is counted and moved, such as boxes of 12 pieces: a JSON list of name and quantity, the smallest
-- first; NULL: none.
ALTER TABLE article ADD COLUMN packs TEXT CHECK (packs IS NULL OR json_valid(packs));

-- A rule of minimum stock.
--   locationId  the rule counts the stock there and at all locations below it; NULL: everywhere
--   minimum     fewer pieces are too few
--   target      pieces to refill up to; NULL: the minimum
CREATE TABLE refillRule (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  locationId INTEGER,
  minimum INTEGER NOT NULL CHECK (minimum > 0),
  target INTEGER CHECK (target >= minimum),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX refillRulePlace ON refillRule (articleId, ifnull(locationId, 0));
CREATE INDEX refillRuleByLocation ON refillRule (tenantId, locationId) WHERE locationId IS NOT NULL;

-- The rules with too few pieces. A row begins with the event refill.needed and ends when the minimum is there again.
CREATE TABLE refillShortage (
  ruleId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  stock INTEGER NOT NULL CHECK (stock >= 0),
  since TEXT NOT NULL,
  FOREIGN KEY (tenantId, ruleId) REFERENCES refillRule (tenantId, oid) ON DELETE CASCADE
) STRICT;
CREATE INDEX refillShortageByTenant ON refillShortage (tenantId);

-- What src/refill/shortages.ts has yet to compare with the rules, written by triggers in the transaction of the change: an article,
-- or with articleId 0 all rules of the tenant after afterRuleId.
CREATE TABLE refillPending (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  articleId INTEGER NOT NULL,
  afterRuleId INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenantId, articleId)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER refillStockOnInsert AFTER INSERT ON articleLocation
WHEN EXISTS (SELECT 1 FROM refillRule WHERE articleId = NEW.articleId) BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.articleId
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.articleId);
END;
CREATE TRIGGER refillStockOnUpdate AFTER UPDATE OF quantity, locationId ON articleLocation
WHEN (NEW.quantity <> OLD.quantity OR NEW.locationId <> OLD.locationId)
  AND EXISTS (SELECT 1 FROM refillRule WHERE articleId = NEW.articleId)
BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.articleId
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.articleId);
END;
CREATE TRIGGER refillStockOnDelete AFTER DELETE ON articleLocation
WHEN EXISTS (SELECT 1 FROM refillRule WHERE articleId = OLD.articleId) BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT OLD.tenantId, OLD.articleId
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = OLD.tenantId AND articleId = OLD.articleId);
END;
CREATE TRIGGER refillRuleOnInsert AFTER INSERT ON refillRule BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.articleId
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.articleId);
END;
CREATE TRIGGER refillRuleOnUpdate AFTER UPDATE ON refillRule BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.articleId
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.articleId);
END;

-- Disposed articles need no refill. The rules of a deleted article and of a deleted location are removed with it.
CREATE TRIGGER refillArticleOnDisposal AFTER UPDATE OF isDisposal ON article
WHEN NEW.isDisposal <> OLD.isDisposal AND EXISTS (SELECT 1 FROM refillRule WHERE articleId = NEW.oid) BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.oid
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.oid);
END;
CREATE TRIGGER refillRuleOfDeletedArticle AFTER UPDATE OF deleted ON article WHEN NEW.deleted = 1 AND OLD.deleted = 0
BEGIN DELETE FROM refillRule WHERE articleId = NEW.oid; END;
CREATE TRIGGER refillRuleOfRemovedArticle BEFORE DELETE ON article
BEGIN DELETE FROM refillRule WHERE articleId = OLD.oid; END;
CREATE TRIGGER refillRuleOfDeletedLocation AFTER UPDATE OF deleted ON location WHEN NEW.deleted = 1 AND OLD.deleted = 0
BEGIN DELETE FROM refillRule WHERE tenantId = NEW.tenantId AND locationId = NEW.oid; END;
CREATE TRIGGER refillRuleOfRemovedLocation BEFORE DELETE ON location
BEGIN DELETE FROM refillRule WHERE tenantId = OLD.tenantId AND locationId = OLD.oid; END;

-- A location that is put below another one takes its stock along.
CREATE TRIGGER refillLocationOnMove AFTER UPDATE OF parentLocationId ON location
WHEN NEW.parentLocationId IS NOT OLD.parentLocationId
  AND EXISTS (SELECT 1 FROM refillRule WHERE tenantId = NEW.tenantId AND locationId IS NOT NULL)
BEGIN
  DELETE FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = 0;
  INSERT INTO refillPending (tenantId, articleId) VALUES (NEW.tenantId, 0);
END;
