-- The schema of the server's database, one section a feature. Frozen: changes come in later files, numbered without a gap.
--
-- Conventions
--   oid         identifier of a record; never given twice (AUTOINCREMENT)
--   tenantId    the company that the record belongs to; references to a tenant's records carry it, so that no record can
--               refer to another tenant's
--   change      number of the transaction that wrote the row last; makes the ETag
--   …DT, at     time, ISO 8601 in UTC with milliseconds
--   …Folded     text as it is searched and ordered (src/domain/text-folding.ts); …Key: text as it must be unique
--   is…         0 or 1
--   JSON        text, checked by json_valid. A column that may be NULL says so: json_valid(NULL) is 0 in SQLite 3.40
--
-- References without a tenant, each with its reason; test/storage/tenant-references.test.ts compares the foreign keys
--   lists (articleCategory, …)    their records may be global: triggers compare the tenant instead
--   loginAttempt                  a login names no tenant
--   idempotencyRecord             found by its user alone
--   auditEntry, securityEvent     an Admin of the first tenant changes others; an event may be of no tenant
--   sessionToken, printData,      belong to the tenant of their parent record
--     inventoryItemMovement
-- Columns without a foreign key, because the referenced record may be deleted or its table is named in another column
--   deletedInventoryItem, inventoryName, catalogueSetting.recordId, auditEntry.entityId, securityEvent.targetId,
--   sampleRecord.oid, sessionToken.parentId

-- Transactions ------------------------------------------------------------------------------------------------------------

-- One row: number and time of the last transaction.
CREATE TABLE changeCounter (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  change INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
INSERT INTO changeCounter VALUES (1, 0, '1970-01-01T00:00:00.000Z');

-- State of the server itself: last backup, last self-check, clock jumps, name in the network, last restore.
CREATE TABLE appState (
  name TEXT PRIMARY KEY,
  at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content))
) STRICT, WITHOUT ROWID;

-- Settings that are changed in the console; all others come from the environment.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  change INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tenants and users -------------------------------------------------------------------------------------------------------

-- A company. Its name is shown to its users.
CREATE TABLE tenant (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (name <> ''),
  createdDT TEXT NOT NULL
) STRICT;

-- `roles` is a JSON array. `isConfirmed` is 0 after a restore until an Admin confirms the user.
-- `pinDigits` is NULL without a PIN, and for a PIN that was set before its length was recorded.
CREATE TABLE user (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  userName TEXT NOT NULL CHECK (userName <> ''),
  userNameKey TEXT NOT NULL UNIQUE,
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  fullName TEXT NOT NULL GENERATED ALWAYS AS (trim(firstName || ' ' || lastName)) VIRTUAL,
  fullNameFolded TEXT NOT NULL,
  isActive INTEGER NOT NULL CHECK (isActive IN (0, 1)),
  isConfirmed INTEGER NOT NULL DEFAULT 1 CHECK (isConfirmed IN (0, 1)),
  roles TEXT NOT NULL CHECK (json_valid(roles)),
  passwordHash TEXT,
  pinHash TEXT,
  pinDigits INTEGER CHECK (pinDigits BETWEEN 4 AND 6),
  secretsChangedDT TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;

-- Second factor: the authenticator app of a user. `secret` is encrypted (AES-256-GCM) under a key outside of the database.
-- `lastStep` is the time step of the last code; codes of it and of earlier steps are refused (RFC 6238 §5.2).
CREATE TABLE totpFactor (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  secret BLOB NOT NULL,
  lastStep INTEGER NOT NULL,
  createdDT TEXT NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- Second factor: passkeys (WebAuthn). `rpId` is the host name that the passkey was made for, `credentialId` is base64url,
-- `counter` the authenticator's signature counter (0: it has none), `transports` a JSON array.
CREATE TABLE passkey (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  rpId TEXT NOT NULL,
  credentialId TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  name TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  lastUsedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX passkeyByUser ON passkey (tenantId, userId);

-- Second factor: recovery codes, as HMAC under a key outside of the database.
CREATE TABLE recoveryCode (
  codeMac BLOB PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  usedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT, WITHOUT ROWID;
CREATE INDEX recoveryCodeByUser ON recoveryCode (tenantId, userId);

-- Devices and sessions ----------------------------------------------------------------------------------------------------

-- Paired devices. A `personal` device acts as its user, a `terminal` is shared and has no role of its own.
-- `isConfirmed` is 0 after a restore until an Admin confirms the device.
CREATE TABLE deviceToken (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceName TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'personal' CHECK (kind IN ('personal', 'terminal')),
  tokenHash BLOB NOT NULL UNIQUE,
  isConfirmed INTEGER NOT NULL DEFAULT 1 CHECK (isConfirmed IN (0, 1)),
  createdDT TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  revokedDT TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX deviceTokenByUser ON deviceToken (tenantId, userId);

-- Last use of a device, apart from the device, whose `change` it must not touch. `isOverHttp`: last used over plain HTTP
-- from another host; `unsent`: counts that the device reported as not sent yet. NULL: not known.
CREATE TABLE deviceUse (
  deviceTokenId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  lastUsedDT TEXT NOT NULL,
  isOverHttp INTEGER CHECK (isOverHttp IN (0, 1)),
  unsent INTEGER CHECK (unsent >= 0),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;

-- Users who have logged in on a device: the device may deliver counts in their names.
CREATE TABLE deviceUser (
  deviceTokenId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (deviceTokenId, userId),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT, WITHOUT ROWID;

-- Pairing codes that were not used yet, one a user, as HMAC under a key outside of the database.
CREATE TABLE registrationCode (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  codeMac BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL DEFAULT 'personal' CHECK (kind IN ('personal', 'terminal')),
  expiresAt TEXT NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- Logins. A session of the console also ends after some hours without use.
CREATE TABLE session (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  client TEXT CHECK (client IN ('console')),
  createdDT TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  endedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX sessionByUser ON session (tenantId, userId);
CREATE INDEX sessionByDevice ON session (tenantId, deviceTokenId);
CREATE INDEX sessionByEnd ON session (expiresAt);

-- Pairs of an access and a refresh token. `parentId`: the pair whose refresh made this one. `firstUsedDT`: its access token
-- came as bearer, or the pair was refreshed.
CREATE TABLE sessionToken (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  sessionId INTEGER NOT NULL REFERENCES session (oid) ON DELETE CASCADE,
  parentId INTEGER,
  firstUsedDT TEXT,
  lastUsedDT TEXT
) STRICT;
CREATE INDEX sessionTokenBySession ON sessionToken (sessionId);
CREATE INDEX sessionTokenByParent ON sessionToken (parentId);

-- Failed login attempts that count against a limit (src/access/rate-limit/). `times` is a JSON array of milliseconds since
-- 1970, `holds` how often in a row the subject was held, `failures` those since the last right login, of the kinds that
-- lock for good. User, device and address are of the last attempt; NULL: not known.
CREATE TABLE loginAttempt (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  times TEXT NOT NULL CHECK (json_valid(times)),
  holds INTEGER NOT NULL CHECK (holds >= 0),
  heldUntil INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  userId INTEGER REFERENCES user (oid),
  deviceTokenId INTEGER REFERENCES deviceToken (oid),
  address TEXT,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX loginAttemptByUser ON loginAttempt (userId) WHERE userId IS NOT NULL;
CREATE INDEX loginAttemptBySubject ON loginAttempt (subject);

-- First responses to requests with an Idempotency-Key.
CREATE TABLE idempotencyRecord (
  userId INTEGER NOT NULL REFERENCES user (oid),
  key TEXT NOT NULL,
  fingerprint BLOB NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  etag TEXT,
  location TEXT,
  at TEXT NOT NULL,
  PRIMARY KEY (userId, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotencyRecordByAge ON idempotencyRecord (at);

-- Audit and security log --------------------------------------------------------------------------------------------------

-- Who changed which record, written by triggers of the connection (src/storage/database/audit-triggers.ts).
-- `userId` may be of another tenant: an Admin of the first one.
CREATE TABLE auditEntry (
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
CREATE INDEX auditEntryByEntity ON auditEntry (tenantId, entity, entityId, oid);
CREATE INDEX auditEntryByUser ON auditEntry (tenantId, userId, oid);
CREATE INDEX auditEntryByTenant ON auditEntry (tenantId);
CREATE INDEX auditEntryByKind ON auditEntry (tenantId, entity);
CREATE INDEX auditEntryByCause ON auditEntry (tenantId, cause) WHERE cause IS NOT NULL;

-- Logins, failures, locks, and changes of users, devices, secrets, backups and settings. `count` equal events within a
-- minute are one row, from `at` to `lastAt`. Each category has its own limit of rows. Names are those of that time.
-- `tenantId` NULL: of no tenant; shown to the first tenant's Admins.
CREATE TABLE securityEvent (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  at TEXT NOT NULL,
  lastAt TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0),
  kind TEXT NOT NULL,
  category TEXT NOT NULL CHECK (category IN ('access', 'change', 'failure')),
  outcome TEXT NOT NULL CHECK (outcome IN ('success', 'failure')),
  reason TEXT,
  userId INTEGER REFERENCES user (oid),
  userName TEXT,
  fullName TEXT,
  deviceTokenId INTEGER REFERENCES deviceToken (oid),
  deviceName TEXT,
  targetType TEXT CHECK (targetType IN ('user', 'device')),
  targetId INTEGER,
  targetName TEXT,
  address TEXT,
  details TEXT CHECK (details IS NULL OR json_valid(details))
) STRICT;
CREATE INDEX securityEventByTenant ON securityEvent (ifnull(tenantId, 1));
CREATE INDEX securityEventByTime ON securityEvent (lastAt);
CREATE INDEX securityEventByCategory ON securityEvent (category, ifnull(tenantId, 1));

-- Lists (catalogues) ------------------------------------------------------------------------------------------------------

-- Six equal tables. A record without a tenant is global: all tenants read it (docs/decisions/storage.md).

-- Categories of articles.
CREATE TABLE articleCategory (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX articleCategoryName ON articleCategory (tenantId, nameKey);
-- Types of articles.
CREATE TABLE articleType (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX articleTypeName ON articleType (tenantId, nameKey);
-- States of articles. The first four are global and have fixed ids (src/catalogue/article-states.ts).
CREATE TABLE articleState (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX articleStateName ON articleState (tenantId, nameKey);
-- Currencies of prices.
CREATE TABLE currencyType (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX currencyTypeName ON currencyType (tenantId, nameKey);
-- How disposed articles leave, such as sale or scrap.
CREATE TABLE articleDisposalMethod (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX articleDisposalMethodName ON articleDisposalMethod (tenantId, nameKey);
-- Why articles are disposed.
CREATE TABLE articleDisposalReason (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX articleDisposalReasonName ON articleDisposalReason (tenantId, nameKey);
INSERT INTO articleState (oid, tenantId, name, nameKey, nameFolded, change) VALUES
  (1, NULL, 'In use', 'in use', 'in use', 0), (2, NULL, 'In stock', 'in stock', 'in stock', 0),
  (3, NULL, 'Proposed', 'proposed', 'proposed', 0), (4, NULL, 'Disposed', 'disposed', 'disposed', 0);

-- What a tenant has set for a record of a list, its own or a global one. `catalogue` is the name of the record's table.
-- `position` NULL: after all records that have one, by name.
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
CREATE TRIGGER articleCategorySettingOnDelete AFTER DELETE ON articleCategory BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleCategory' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleTypeSettingOnDelete AFTER DELETE ON articleType BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleType' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleStateSettingOnDelete AFTER DELETE ON articleState BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleState' AND recordId = OLD.oid;
END;
CREATE TRIGGER currencyTypeSettingOnDelete AFTER DELETE ON currencyType BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'currencyType' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleDisposalMethodSettingOnDelete AFTER DELETE ON articleDisposalMethod BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleDisposalMethod' AND recordId = OLD.oid;
END;
CREATE TRIGGER articleDisposalReasonSettingOnDelete AFTER DELETE ON articleDisposalReason BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = 'articleDisposalReason' AND recordId = OLD.oid;
END;

-- Locations -------------------------------------------------------------------------------------------------------------

-- A tree. Deleted when empty; counts at it stay readable. `position`: index in the walking order among its siblings.
CREATE TABLE location (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameFolded TEXT NOT NULL,
  code TEXT,
  parentLocationId INTEGER CHECK (parentLocationId <> oid),
  position INTEGER CHECK (position >= 0),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, parentLocationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX locationByName ON location (tenantId, nameFolded, oid);
CREATE INDEX locationByParent ON location (tenantId, parentLocationId);

-- Articles --------------------------------------------------------------------------------------------------------------

-- `price` counts ten-thousandths. `rejectReason`: why the proposal of this article was rejected; it is deleted then.
CREATE TABLE article (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  code TEXT CHECK (code <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  categoryId INTEGER NOT NULL REFERENCES articleCategory (oid),
  typeId INTEGER NOT NULL REFERENCES articleType (oid),
  stateId INTEGER NOT NULL REFERENCES articleState (oid),
  price INTEGER NOT NULL DEFAULT 0 CHECK (price BETWEEN 0 AND 999999999999999),
  serialNumber TEXT,
  rfId TEXT,
  userId INTEGER,
  responsibleUserId INTEGER,
  isDisposal INTEGER NOT NULL DEFAULT 0 CHECK (isDisposal IN (0, 1)),
  disposalDT TEXT,
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  note TEXT,
  invoiceNo TEXT,
  buyDate TEXT,
  currencyTypeId INTEGER REFERENCES currencyType (oid),
  rejectReason TEXT,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  createdDT TEXT NOT NULL,
  modifiedDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  modifiedBy TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  codeFolded TEXT,
  serialFolded TEXT,
  rfIdFolded TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, responsibleUserId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX articleCode ON article (tenantId, code) WHERE deleted = 0 AND code IS NOT NULL;
CREATE INDEX articleByName ON article (tenantId, nameFolded, oid) WHERE deleted = 0;
CREATE INDEX articleByCode ON article (tenantId, codeFolded) WHERE deleted = 0 AND codeFolded IS NOT NULL;
CREATE INDEX articleBySerial ON article (tenantId, serialFolded) WHERE deleted = 0 AND serialFolded IS NOT NULL;
CREATE INDEX articleByRfId ON article (tenantId, rfIdFolded) WHERE deleted = 0 AND rfIdFolded IS NOT NULL;
CREATE INDEX articleByUser ON article (tenantId, userId) WHERE userId IS NOT NULL;
CREATE INDEX articleByResponsible ON article (tenantId, responsibleUserId) WHERE responsibleUserId IS NOT NULL;
CREATE INDEX articleByChange ON article (tenantId, change);
CREATE INDEX articleByCategory ON article (categoryId);
CREATE INDEX articleByType ON article (typeId);
CREATE INDEX articleByState ON article (stateId);
CREATE INDEX articleByDisposalMethod ON article (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX articleByDisposalReason ON article (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
CREATE INDEX articleByCurrency ON article (currencyTypeId) WHERE currencyTypeId IS NOT NULL;
-- Orders and filters of a page of articles. State 3 is Proposed.
CREATE INDEX articleByPrice ON article (tenantId, price) WHERE deleted = 0;
CREATE INDEX articleWithoutCode ON article (tenantId, oid) WHERE deleted = 0 AND codeFolded IS NULL;
CREATE INDEX articleForDisposal ON article (tenantId, oid) WHERE deleted = 0 AND isDisposal = 1;
CREATE INDEX articleProposal ON article (tenantId, oid) WHERE (stateId = 3 AND deleted = 0) OR rejectReason IS NOT NULL;

-- Records of a list are global or of the same tenant, which a foreign key cannot say.
CREATE TRIGGER articleCatalogueOnInsert BEFORE INSERT ON article WHEN
  NOT EXISTS (SELECT 1 FROM articleCategory c WHERE c.oid = NEW.categoryId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleType c WHERE c.oid = NEW.typeId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleState c WHERE c.oid = NEW.stateId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM currencyType c WHERE c.oid = NEW.currencyTypeId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
CREATE TRIGGER articleCatalogueOnUpdate
BEFORE UPDATE OF tenantId, categoryId, typeId, stateId, disposalMethodId, disposalReasonId, currencyTypeId ON article WHEN
  NOT EXISTS (SELECT 1 FROM articleCategory c WHERE c.oid = NEW.categoryId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleType c WHERE c.oid = NEW.typeId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR NOT EXISTS (SELECT 1 FROM articleState c WHERE c.oid = NEW.stateId AND ifnull(c.tenantId, NEW.tenantId) = NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM currencyType c WHERE c.oid = NEW.currencyTypeId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;

-- Trigrams of the searched text, without positions (detail = column): a hit is compared with the text itself.
CREATE VIRTUAL TABLE articleSearch USING fts5 (
  nameFolded, codeFolded, serialFolded, rfIdFolded,
  content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = column
);
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;
CREATE TRIGGER articleSearchOnUpdate AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded ON article
WHEN NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded
  OR NEW.serialFolded IS NOT OLD.serialFolded OR NEW.rfIdFolded IS NOT OLD.rfIdFolded
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded);
END;
CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded);
END;

-- Articles whose rows were removed by the change, for clients that follow the articles.
CREATE TABLE deletedArticle (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  change INTEGER NOT NULL,
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, change, oid)
) STRICT, WITHOUT ROWID;

-- Stock -----------------------------------------------------------------------------------------------------------------

-- How many pieces of an article are at a location.
CREATE TABLE articleLocation (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  change INTEGER NOT NULL,
  UNIQUE (articleId, locationId),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT;
CREATE INDEX articleLocationByLocation ON articleLocation (tenantId, locationId);

-- Requests --------------------------------------------------------------------------------------------------------------

-- `quantity` NULL: all pieces. `fromLocationId` NULL until the transfer is confirmed, if the requester named none.
CREATE TABLE articleTransfer (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'rejected', 'deleted')),
  targetLocationId INTEGER NOT NULL,
  fromLocationId INTEGER,
  quantity INTEGER CHECK (quantity > 0),
  note TEXT,
  createdDT TEXT NOT NULL,
  decidedDT TEXT,
  decidedBy INTEGER,
  reason TEXT,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, targetLocationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, fromLocationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, decidedBy) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX articleTransferByUser ON articleTransfer (tenantId, userId);
CREATE INDEX articleTransferByArticle ON articleTransfer (articleId);
CREATE INDEX articleTransferByLocation ON articleTransfer (targetLocationId);
CREATE INDEX articleTransferOpen ON articleTransfer (tenantId, oid) WHERE state = 'open';

-- `inventoryItemId`: the item of the stocktake whose closing made the proposal.
CREATE TABLE disposalProposal (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'rejected')),
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  inventoryItemId INTEGER,
  note TEXT,
  proposalDT TEXT NOT NULL,
  decidedDT TEXT,
  decidedBy INTEGER,
  rejectReason TEXT,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, decidedBy) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid)
) STRICT;
CREATE INDEX disposalProposalByUser ON disposalProposal (tenantId, userId);
CREATE INDEX disposalProposalByArticle ON disposalProposal (articleId);
CREATE INDEX disposalProposalByItem ON disposalProposal (inventoryItemId) WHERE inventoryItemId IS NOT NULL;
CREATE INDEX disposalProposalByMethod ON disposalProposal (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX disposalProposalByReason ON disposalProposal (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
CREATE INDEX disposalProposalWaiting ON disposalProposal (tenantId, oid) WHERE state = 'waiting';
CREATE TRIGGER disposalProposalCatalogueOnInsert BEFORE INSERT ON disposalProposal WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
CREATE TRIGGER disposalProposalCatalogueOnUpdate
BEFORE UPDATE OF tenantId, disposalMethodId, disposalReasonId ON disposalProposal WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;

-- Stocktakes ------------------------------------------------------------------------------------------------------------

-- `preparedChange`: the transaction that made the items.
CREATE TABLE inventory (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameFolded TEXT NOT NULL,
  inventoryStateId INTEGER NOT NULL CHECK (inventoryStateId BETWEEN 1 AND 8),
  isClosed INTEGER NOT NULL DEFAULT 0 CHECK (isClosed IN (0, 1)),
  isApproved INTEGER NOT NULL DEFAULT 0 CHECK (isApproved IN (0, 1)),
  mustBeApproved INTEGER NOT NULL DEFAULT 0 CHECK (mustBeApproved IN (0, 1)),
  isBlind INTEGER NOT NULL DEFAULT 0 CHECK (isBlind IN (0, 1)),
  locationId INTEGER,
  preparedChange INTEGER,
  approvedDT TEXT,
  approvedBy INTEGER,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, approvedBy) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX inventoryByName ON inventory (tenantId, nameFolded, oid);

-- Chosen locations; none: all of them.
CREATE TABLE inventoryLocation (
  inventoryId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, locationId),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid)
) STRICT, WITHOUT ROWID;
CREATE INDEX inventoryLocationByLocation ON inventoryLocation (locationId);

-- Every change of an inventory's state: counts made while it was In progress are known by it. `userId` NULL: not recorded.
CREATE TABLE inventoryTransition (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  stateId INTEGER NOT NULL CHECK (stateId BETWEEN 1 AND 8),
  at TEXT NOT NULL,
  userId INTEGER,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX inventoryTransitionByInventory ON inventoryTransition (inventoryId, oid);

-- One line of a stocktake.
--   price, currency      of the article when the item was made, ten-thousandths; currency NULL: not known
--   foundAtLocationId    where an unexpected article was found first
--   movedQuantity        pieces that came to (or left) the expected location since the item was made; movedDT: when last
--   decision             a Manager's decision on those pieces
--   countedDT, countedBy last statement of a quantity or of presence; NULL while not counted
--   countedTerminal      terminal (device or person) that set the counted quantity
--   operationDT          of the newest applied operation
--   checkpoint           state after an older operation, for items with very many operations (JSON)
--   recentCounts         counts of each terminal since the counts last agreed (JSON, RecentCount in src/domain/counting/fold.ts)
CREATE TABLE inventoryItem (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  locationId INTEGER,
  inventoryLocationId INTEGER,
  foundAtLocationId INTEGER,
  quantity INTEGER NOT NULL CHECK (quantity >= 0),
  inventoryQuantity INTEGER CHECK (inventoryQuantity >= 0),
  movedQuantity INTEGER NOT NULL DEFAULT 0,
  movedDT TEXT,
  price INTEGER NOT NULL DEFAULT 0,
  currency TEXT,
  isFound INTEGER NOT NULL DEFAULT 0 CHECK (isFound IN (0, 1)),
  isDisposal INTEGER NOT NULL DEFAULT 0 CHECK (isDisposal IN (0, 1)),
  isApproved INTEGER NOT NULL DEFAULT 0 CHECK (isApproved IN (0, 1)),
  isUnexpected INTEGER NOT NULL DEFAULT 0 CHECK (isUnexpected IN (0, 1)),
  isToRecount INTEGER NOT NULL DEFAULT 0 CHECK (isToRecount IN (0, 1)),
  decision TEXT CHECK (decision IN ('keepCount', 'keepDifference')),
  disposalMethodId INTEGER REFERENCES articleDisposalMethod (oid),
  disposalReasonId INTEGER REFERENCES articleDisposalReason (oid),
  note TEXT,
  countedDT TEXT,
  countedBy INTEGER,
  countedTerminal TEXT,
  operationDT TEXT,
  checkpoint TEXT CHECK (checkpoint IS NULL OR json_valid(checkpoint)),
  recentCounts TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recentCounts)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryLocationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, foundAtLocationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, countedBy) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX inventoryItemByInventory ON inventoryItem (inventoryId, oid);
CREATE INDEX inventoryItemByLocation ON inventoryItem (inventoryId, locationId);
CREATE INDEX inventoryItemByArticle ON inventoryItem (articleId, inventoryId);
CREATE UNIQUE INDEX inventoryItemFound ON inventoryItem (inventoryId, foundAtLocationId, articleId)
WHERE foundAtLocationId IS NOT NULL;
CREATE INDEX inventoryItemByFoundLocation ON inventoryItem (inventoryId, inventoryLocationId)
WHERE inventoryLocationId IS NOT NULL;
CREATE INDEX inventoryItemByChange ON inventoryItem (inventoryId, change);
CREATE INDEX inventoryItemByDisposalMethod ON inventoryItem (disposalMethodId) WHERE disposalMethodId IS NOT NULL;
CREATE INDEX inventoryItemByDisposalReason ON inventoryItem (disposalReasonId) WHERE disposalReasonId IS NOT NULL;
CREATE TRIGGER inventoryItemCatalogueOnInsert BEFORE INSERT ON inventoryItem WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;
CREATE TRIGGER inventoryItemCatalogueOnUpdate
BEFORE UPDATE OF tenantId, disposalMethodId, disposalReasonId ON inventoryItem WHEN
  EXISTS (SELECT 1 FROM articleDisposalMethod c WHERE c.oid = NEW.disposalMethodId AND c.tenantId <> NEW.tenantId)
  OR EXISTS (SELECT 1 FROM articleDisposalReason c WHERE c.oid = NEW.disposalReasonId AND c.tenantId <> NEW.tenantId)
BEGIN SELECT raise(ABORT, 'catalogue record of another tenant'); END;

-- Items that were removed by the change, for terminals that follow the items.
CREATE TABLE deletedInventoryItem (
  inventoryId INTEGER NOT NULL,
  change INTEGER NOT NULL,
  itemId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, change, itemId)
) STRICT, WITHOUT ROWID;

-- Each movement of an item's stock. A count includes the movements before it, not those after it.
CREATE TABLE inventoryItemMovement (
  itemId INTEGER NOT NULL,
  at TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  PRIMARY KEY (itemId, at),
  FOREIGN KEY (itemId) REFERENCES inventoryItem (oid) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER inventoryItemMoved AFTER UPDATE OF movedQuantity ON inventoryItem
WHEN NEW.movedDT IS NOT NULL AND NEW.movedQuantity <> OLD.movedQuantity BEGIN
  INSERT INTO inventoryItemMovement (itemId, at, quantity)
  VALUES (NEW.oid, NEW.movedDT, NEW.movedQuantity - OLD.movedQuantity)
  ON CONFLICT (itemId, at) DO UPDATE SET quantity = quantity + excluded.quantity;
END;

-- Movements of stock mark the items that are expected or were found at that location, in every stocktake from Waiting for
-- start to Processing (2 to 6). A stocktake is Closed before its own movements.
CREATE TRIGGER articleLocationArrived AFTER INSERT ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;
CREATE TRIGGER articleLocationLeft AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;
CREATE TRIGGER articleLocationMoved AFTER UPDATE OF articleId, locationId, quantity ON articleLocation
WHEN OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId OR OLD.quantity <> NEW.quantity
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId FROM inventory WHERE oid = inventoryId) BETWEEN 2 AND 6;
END;

-- Every count operation. Rows are never deleted, so the next oid is new without AUTOINCREMENT, which would write one more
-- page a count.
--   at            when it was made, by the server's clock; fixed at its first arrival. The applied operations of an item
--                 count in the order (at, operationId), and its state is their fold (src/domain/counting/fold.ts)
--   entered       what the operation states of the item (JSON)
--   content       hash of the whole operation; NULL for operations of the server itself
--   terminal      who counted: device or person
--   seen          last transaction whose counts the terminal knew; NULL: all before it
--   isExtra       one more of the article at the location, whatever is expected or was counted elsewhere
--   isByTerminal  delivered by a shared terminal on which nobody was logged in; senderId is who paired it
--   receipt       the first response (JSON)
CREATE TABLE countOperation (
  oid INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  inventoryId INTEGER NOT NULL,
  operationId TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('set', 'add', 'update', 'recount', 'settle')),
  state TEXT NOT NULL CHECK (state IN ('applied', 'late', 'unknown')),
  itemId INTEGER,
  code TEXT,
  locationId INTEGER,
  entered TEXT NOT NULL CHECK (json_valid(entered)),
  isExtra INTEGER NOT NULL DEFAULT 0 CHECK (isExtra IN (0, 1)),
  seen INTEGER,
  at TEXT NOT NULL,
  receivedDT TEXT NOT NULL,
  userId INTEGER NOT NULL,
  senderId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  isByTerminal INTEGER NOT NULL DEFAULT 0 CHECK (isByTerminal IN (0, 1)),
  terminal TEXT NOT NULL,
  content TEXT,
  receipt TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(receipt)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, operationId),
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, itemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, senderId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX countOperationOfItem ON countOperation (itemId, at, operationId) WHERE itemId IS NOT NULL;
CREATE INDEX countOperationByState ON countOperation (inventoryId, state, oid);
CREATE INDEX countOperationByLocation ON countOperation (locationId) WHERE locationId IS NOT NULL;
CREATE INDEX countOperationRetracted ON countOperation (inventoryId, code)
WHERE code IS NOT NULL AND json_type(entered, '$.inventoryQuantity') = 'null';

-- Names at the time of closing: the report reads the same for ever.
CREATE TABLE inventoryName (
  inventoryId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('article', 'location', 'user', 'device')),
  oid INTEGER NOT NULL,
  code TEXT,
  name TEXT NOT NULL,
  PRIMARY KEY (inventoryId, kind, oid)
) STRICT, WITHOUT ROWID;

-- Number of counts that each terminal still holds, as it reported last.
CREATE TABLE countingTerminal (
  inventoryId INTEGER NOT NULL,
  terminal TEXT NOT NULL,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  pending INTEGER NOT NULL CHECK (pending >= 0),
  at TEXT NOT NULL,
  PRIMARY KEY (inventoryId, terminal),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT, WITHOUT ROWID;

-- Photos ----------------------------------------------------------------------------------------------------------------

-- A photo belongs to exactly one of an item, an article and an operation with an unknown code; a deleted one, whose files are
-- removed later, may have lost it. `file` and `thumbnail` name files of the photo folder, which exist before the row does.
CREATE TABLE photo (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER,
  articleId INTEGER,
  countOperationId INTEGER,
  userId INTEGER NOT NULL,
  fileName TEXT NOT NULL,
  contentType TEXT NOT NULL CHECK (contentType IN ('image/jpeg', 'image/png')),
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  size INTEGER NOT NULL,
  file TEXT NOT NULL,
  thumbnail TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  deletedDT TEXT,
  change INTEGER NOT NULL,
  CHECK ((inventoryItemId IS NOT NULL) + (articleId IS NOT NULL) + (countOperationId IS NOT NULL) = 1
    OR (deleted = 1 AND coalesce(inventoryItemId, articleId, countOperationId) IS NULL)),
  FOREIGN KEY (tenantId, inventoryItemId) REFERENCES inventoryItem (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, countOperationId) REFERENCES countOperation (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX photoByItem ON photo (inventoryItemId, oid) WHERE inventoryItemId IS NOT NULL;
CREATE INDEX photoByArticle ON photo (articleId, oid) WHERE articleId IS NOT NULL;
CREATE INDEX photoByOperation ON photo (countOperationId, oid) WHERE countOperationId IS NOT NULL;
CREATE INDEX photoDeleted ON photo (deletedDT) WHERE deleted = 1;
CREATE INDEX photoByFile ON photo (file);
CREATE INDEX photoByThumbnail ON photo (thumbnail);

-- Printing --------------------------------------------------------------------------------------------------------------

-- Label printers in the network. Deleted ones stay, for the requests that name them.
CREATE TABLE printer (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  ipAddress TEXT NOT NULL,
  port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  printerTypeId INTEGER NOT NULL CHECK (printerTypeId BETWEEN 1 AND 5),
  isActive INTEGER NOT NULL CHECK (isActive IN (0, 1)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX printerName ON printer (tenantId, nameKey) WHERE deleted = 0;

-- Templates of labels, in the language of a printer type. Deleted ones stay, for the requests that name them.
CREATE TABLE printFormat (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  template TEXT NOT NULL CHECK (template <> ''),
  printerTypeId INTEGER NOT NULL CHECK (printerTypeId BETWEEN 1 AND 5),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX printFormatName ON printFormat (tenantId, nameKey) WHERE deleted = 0;

-- The print queue. States: 1 Waiting, 2 Printing, 3 Done, 4 Error.
CREATE TABLE printRequest (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER,
  printerId INTEGER NOT NULL,
  labelFormatId INTEGER,
  copies INTEGER NOT NULL CHECK (copies BETWEEN 1 AND 1000),
  stateId INTEGER NOT NULL CHECK (stateId BETWEEN 1 AND 4),
  attempts INTEGER NOT NULL DEFAULT 0,
  nextTryDT TEXT,
  isInterrupted INTEGER NOT NULL DEFAULT 0 CHECK (isInterrupted IN (0, 1)),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
  lastError TEXT CHECK (lastError IS NULL OR json_valid(lastError)),
  createdDT TEXT NOT NULL,
  queuedDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  startedDT TEXT,
  finishedDT TEXT,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, printerId) REFERENCES printer (tenantId, oid),
  FOREIGN KEY (tenantId, labelFormatId) REFERENCES printFormat (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX printRequestOfTenant ON printRequest (tenantId, oid);
CREATE INDEX printRequestOpen ON printRequest (printerId, oid) WHERE stateId IN (1, 2);
CREATE INDEX printRequestOfPrinter ON printRequest (tenantId, printerId, oid);
CREATE INDEX printRequestOfArticle ON printRequest (tenantId, articleId, oid);
CREATE INDEX printRequestFinished ON printRequest (finishedDT) WHERE finishedDT IS NOT NULL;

-- The rendered label, apart from the request, so that lists do not read it. Removed some time after the end.
CREATE TABLE printData (
  printRequestId INTEGER PRIMARY KEY REFERENCES printRequest (oid),
  data BLOB NOT NULL
) STRICT;

-- Sample data -----------------------------------------------------------------------------------------------------------

-- Records of a tenant's sample data; while it is removed, also the records that were made on top of it.
CREATE TABLE sampleRecord (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  tableName TEXT NOT NULL CHECK (tableName IN
    ('location', 'articleCategory', 'articleType', 'article', 'printFormat', 'inventory')),
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, tableName, oid)
) STRICT, WITHOUT ROWID;
