-- Who changed what when. Written by triggers that each writing connection makes for itself (storage/audit.ts), in the
-- transaction of the change. `userId` null: the box itself; `cause`: what the change came by (an import, a stocktake), null
-- where somebody made it directly; `changes`: a JSON array of [field, before, after].
CREATE TABLE audit (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  at TEXT NOT NULL,
  userId INTEGER REFERENCES user (oid),
  deviceTokenId INTEGER REFERENCES deviceToken (oid),
  cause TEXT,
  entity TEXT NOT NULL,
  entityId INTEGER NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('create', 'update', 'delete')),
  changes TEXT NOT NULL CHECK (json_valid(changes))
) STRICT;
CREATE INDEX auditOfEntity ON audit (tenantId, entity, entityId, oid);
CREATE INDEX auditOfUser ON audit (tenantId, userId, oid);
-- These end with the oid by themselves.
CREATE INDEX auditOfTenant ON audit (tenantId);
CREATE INDEX auditOfKind ON audit (tenantId, entity);
CREATE INDEX auditOfCause ON audit (tenantId, cause) WHERE cause IS NOT NULL;
