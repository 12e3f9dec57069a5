-- The saved views of the console's lists (src/saved-views/).
--   userId  whose it is; NULL: shared by all of the tenant
--   screen  the path of the list in the console
--   query   the parameters of its address
CREATE TABLE savedView (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  userId INTEGER,
  screen TEXT NOT NULL,
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  query TEXT NOT NULL,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX savedViewName ON savedView (tenantId, ifnull(userId, 0), screen, nameKey);
CREATE INDEX savedViewOfUser ON savedView (userId) WHERE userId IS NOT NULL;

-- The own views of a user end with the access.
CREATE TRIGGER savedViewOfEndedUser AFTER UPDATE OF isActive ON user WHEN NEW.isActive = 0 AND OLD.isActive = 1
BEGIN DELETE FROM savedView WHERE userId = NEW.oid; END;
