-- Whose articles a stocktake counts: those that the person has, or is responsible for (src/cycle-counts/choose.ts). NULL: everybody's.
ALTER TABLE inventoryRule ADD COLUMN personId INTEGER REFERENCES user (oid);
-- An added column has no key of two columns: triggers compare the tenant.
CREATE TRIGGER inventoryRuleOfTenantOnInsert AFTER INSERT ON inventoryRule WHEN NEW.personId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.personId AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;
CREATE TRIGGER inventoryRuleOfTenantOnUpdate AFTER UPDATE OF tenantId, personId ON inventoryRule WHEN NEW.personId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user u WHERE u.oid = NEW.personId AND u.tenantId = NEW.tenantId)
BEGIN SELECT RAISE(ABORT, 'a user of another tenant'); END;

-- The ledger of stock movements: the entries of the audit that tell of stock (src/audit/movement-store.ts).
--   movementKind        the first word of the cause; `change`: a direct change. NULL: no movement
--   movementLocationId  where the pieces were or are
ALTER TABLE auditEntry ADD COLUMN movementKind TEXT AS (
  iif(substr(changes, 1, 9) = '[["place"', iif(cause IS NULL, 'change', substr(cause, 1, instr(cause || ' ', ' ') - 1)), NULL)) VIRTUAL;
ALTER TABLE auditEntry ADD COLUMN movementLocationId INTEGER AS (
  iif(substr(changes, 1, 9) = '[["place"', ifnull(changes ->> '$[0][2].locationId', changes ->> '$[0][1].locationId'), NULL)) VIRTUAL;
CREATE INDEX auditEntryByMovement ON auditEntry (tenantId) WHERE movementKind IS NOT NULL;
CREATE INDEX auditEntryByMovementKind ON auditEntry (tenantId, movementKind) WHERE movementKind IS NOT NULL;
CREATE INDEX auditEntryByMovementLocation ON auditEntry (tenantId, movementLocationId) WHERE movementKind IS NOT NULL;
CREATE VIEW stockMovement AS
SELECT oid, tenantId, at, userId, movementKind AS kind, cause, entityId AS articleId, movementLocationId AS locationId,
  ifnull(changes ->> '$[0][1].quantity', 0) AS before, ifnull(changes ->> '$[0][2].quantity', 0) AS after
FROM auditEntry WHERE movementKind IS NOT NULL;

-- Stock that no entry tells of is the opening stock, as of the last transaction.
INSERT INTO auditEntry (tenantId, at, cause, entity, entityId, action, changes)
SELECT p.tenantId, (SELECT at FROM changeCounter), 'opening', 'article', p.articleId, 'update',
  json_array(json_array('place', NULL, json_object('locationId', p.locationId, 'quantity', p.quantity)))
FROM articleLocation p
WHERE p.quantity > 0 AND NOT EXISTS (SELECT 1 FROM auditEntry e WHERE e.tenantId = p.tenantId AND e.entity = 'article'
  AND e.entityId = p.articleId AND e.movementLocationId = p.locationId)
ORDER BY p.oid;
