-- What a tenant has set for a record of a catalogue, its own or a global one: its position in the list and whether it is hidden.

-- `position` NULL: after all records that have one, by name. `catalogue` is the name of the record's table.
CREATE TABLE catalogueSetting (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  catalogue TEXT NOT NULL CHECK (catalogue IN ('articleCategory', 'articleType', 'articleState', 'currencyType',
    'articleDisposalMethod', 'articleDisposalReason')),
  recordId INTEGER NOT NULL,
  position INTEGER CHECK (position >= 0),
  isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
  change INTEGER NOT NULL,
  PRIMARY KEY (tenantId, catalogue, recordId)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER articleCategorySettingGone AFTER DELETE ON articleCategory BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleCategory' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleTypeSettingGone AFTER DELETE ON articleType BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleType' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleStateSettingGone AFTER DELETE ON articleState BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleState' AND recordId = OLD.oid;
END;
CREATE TRIGGER currencyTypeSettingGone AFTER DELETE ON currencyType BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'currencyType' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleDisposalMethodSettingGone AFTER DELETE ON articleDisposalMethod BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleDisposalMethod' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleDisposalReasonSettingGone AFTER DELETE ON articleDisposalReason BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleDisposalReason' AND recordId = OLD.oid;
END;

-- The names of the global states follow the language from now on: what clients keep of them is out of date.
UPDATE changeCounter SET change = change + 1 WHERE change > 0;
UPDATE articleState SET change = (SELECT change FROM changeCounter) WHERE tenantId IS NULL;
