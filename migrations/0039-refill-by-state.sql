-- An article whose state is Disposed needs no refill either, also without the mark isDisposal.
DROP TRIGGER refillArticleOnDisposal;
CREATE TRIGGER refillArticleOnDisposal AFTER UPDATE OF isDisposal, stateId ON article
WHEN (NEW.isDisposal <> OLD.isDisposal OR NEW.stateId <> OLD.stateId) AND EXISTS (SELECT 1 FROM refillRule WHERE articleId = NEW.oid)
BEGIN
  INSERT INTO refillPending (tenantId, articleId) SELECT NEW.tenantId, NEW.oid
  WHERE NOT EXISTS (SELECT 1 FROM refillPending WHERE tenantId = NEW.tenantId AND articleId = NEW.oid);
END;
-- The state 4 is Disposed (src/domain/article-state.ts).
INSERT INTO refillPending (tenantId, articleId) SELECT DISTINCT r.tenantId, r.articleId
FROM refillRule r JOIN article a ON a.oid = r.articleId AND a.stateId = 4 AND a.isDisposal = 0
WHERE NOT EXISTS (SELECT 1 FROM refillPending p WHERE p.tenantId = r.tenantId AND p.articleId = r.articleId);
