-- The schema of the server's database, one section a feature. Frozen: changes come in later files, numbered without a gap from 0017.
-- Until version 116, which this file makes, it was 16 files.
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

-- One row: number and time of the last transaction. `isSearchDeferred` 1: the running transaction updates articleSearch at its end
-- (src/storage/jobs/deferred-search.ts). It is 0 at each commit.
CREATE TABLE changeCounter (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  change INTEGER NOT NULL,
  at TEXT NOT NULL,
  isSearchDeferred INTEGER NOT NULL DEFAULT 0 CHECK (isSearchDeferred IN (0, 1))
) STRICT;
INSERT INTO changeCounter VALUES (1, 0, '1970-01-01T00:00:00.000Z', 0);

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
--   kind       service: an account of a program. It has no secrets but its API keys, and records name it as they name a person
--   email      the address that a person's notices go to
--   badgeCode  the code on a person's badge. It identifies the person at a terminal and logs nobody in
CREATE TABLE user (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  kind TEXT NOT NULL DEFAULT 'person'
    CHECK (kind = 'person' OR kind = 'service' AND passwordHash IS NULL AND pinHash IS NULL AND roles = '[]'),
  userName TEXT NOT NULL CHECK (userName <> ''),
  userNameKey TEXT NOT NULL UNIQUE,
  firstName TEXT NOT NULL,
  lastName TEXT NOT NULL,
  fullName TEXT NOT NULL GENERATED ALWAYS AS (trim(firstName || ' ' || lastName)) VIRTUAL,
  fullNameFolded TEXT NOT NULL,
  email TEXT CHECK (email <> ''),
  badgeCode TEXT CHECK (badgeCode <> ''),
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
CREATE UNIQUE INDEX userByBadge ON user (tenantId, badgeCode) WHERE badgeCode IS NOT NULL;

-- The scopes of a service account (src/domain/scopes.ts), a JSON array. Its name, tenant and activity are in `user`.
CREATE TABLE serviceAccount (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, userId),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- The API keys of service accounts. A key is shown once; `keyHash` is its SHA-256, `hint` its first characters.
CREATE TABLE apiKey (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  keyHash BLOB NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES serviceAccount (tenantId, userId)
) STRICT;
CREATE INDEX apiKeyByAccount ON apiKey (tenantId, userId);

-- Last use of a key, apart from the key: a token cache is emptied at each change of a key.
CREATE TABLE apiKeyUse (
  apiKeyId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  lastUsedDT TEXT NOT NULL,
  FOREIGN KEY (tenantId, apiKeyId) REFERENCES apiKey (tenantId, oid) ON DELETE CASCADE
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

-- Equal tables. A record without a tenant is global: all tenants read it (docs/decisions/storage.md).
--   articleCategory, articleType  of articles
--   articleState                  of articles. The first four are global and have fixed ids (src/catalogue/article-states.ts)
--   currencyType                  of prices
--   articleDisposalMethod         how disposed articles leave, such as sale or scrap
--   articleDisposalReason         why articles are disposed
-- The server runs what follows once for each of them, up to the end (src/storage/database/migrations.ts).
-- Each {list}: articleCategory, articleType, articleState, currencyType, articleDisposalMethod, articleDisposalReason
CREATE TABLE {list} (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  nameFolded TEXT NOT NULL,
  change INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX {list}Name ON {list} (tenantId, nameKey);
CREATE TRIGGER {list}SettingOnDelete AFTER DELETE ON {list} BEGIN
  DELETE FROM catalogueSetting WHERE tenantId = OLD.tenantId AND catalogue = '{list}' AND recordId = OLD.oid;
END;
-- End
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
--   warrantyEnd   the last day of the warranty, YYYY-MM-DD
--   packs         the packs in which it is counted and moved, such as boxes of 12 pieces: a JSON list of name and quantity, the
--                 smallest first; NULL: none
--   customValues  JSON object: the oid of a custom field and its value as text (src/domain/custom-fields.ts); NULL: none
--   moreFolded    supplier, invoice number and custom values, folded, as they are searched; NULL: none
--   codesFolded   the keys of its additional codes, one a line, for the search
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
  warrantyEnd TEXT,
  supplier TEXT,
  currencyTypeId INTEGER REFERENCES currencyType (oid),
  packs TEXT CHECK (packs IS NULL OR json_valid(packs)),
  customValues TEXT CHECK (customValues IS NULL OR json_valid(customValues)),
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
  moreFolded TEXT,
  codesFolded TEXT,
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
CREATE INDEX articleWithCustomValues ON article (tenantId) WHERE deleted = 0 AND customValues IS NOT NULL;
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
  nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded,
  content = 'article', content_rowid = 'oid', tokenize = 'trigram case_sensitive 1', detail = column
);
CREATE TRIGGER articleSearchOnInsert AFTER INSERT ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded, NEW.codesFolded);
END;
CREATE TRIGGER articleSearchOnUpdate AFTER UPDATE OF nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded ON article
WHEN (NEW.nameFolded <> OLD.nameFolded OR NEW.codeFolded IS NOT OLD.codeFolded OR NEW.serialFolded IS NOT OLD.serialFolded
  OR NEW.rfIdFolded IS NOT OLD.rfIdFolded OR NEW.moreFolded IS NOT OLD.moreFolded
  OR NEW.codesFolded IS NOT OLD.codesFolded)
  AND NOT (SELECT isSearchDeferred FROM changeCounter)
BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded, OLD.codesFolded);
  INSERT INTO articleSearch (rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES (NEW.oid, NEW.nameFolded, NEW.codeFolded, NEW.serialFolded, NEW.rfIdFolded, NEW.moreFolded, NEW.codesFolded);
END;
CREATE TRIGGER articleSearchOnDelete AFTER DELETE ON article WHEN NOT (SELECT isSearchDeferred FROM changeCounter) BEGIN
  INSERT INTO articleSearch (articleSearch, rowid, nameFolded, codeFolded, serialFolded, rfIdFolded, moreFolded, codesFolded)
  VALUES ('delete', OLD.oid, OLD.nameFolded, OLD.codeFolded, OLD.serialFolded, OLD.rfIdFolded, OLD.moreFolded, OLD.codesFolded);
END;

-- Articles whose rows were removed by the change, for clients that follow the articles.
CREATE TABLE deletedArticle (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  change INTEGER NOT NULL,
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, change, oid)
) STRICT, WITHOUT ROWID;

-- A code of an article beside its own code. A code belongs to at most one article of a tenant.
--   kind          what it is, for people; the search takes no notice of it
--   code          as it is shown
--   codeKey       as it is found (src/domain/codes/code-key.ts): a GTIN in any of its lengths is `(01)` and 14 digits
--   packQuantity  pieces that a scan of the code means, such as 12 for the EAN of a box; NULL: one
CREATE TABLE additionalCode (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('gtin', 'oldNumber', 'serial', 'epc', 'other')),
  code TEXT NOT NULL CHECK (code <> ''),
  codeKey TEXT NOT NULL CHECK (codeKey <> ''),
  packQuantity INTEGER CHECK (packQuantity > 1),
  createdDT TEXT NOT NULL,
  createdBy TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, codeKey),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid)
) STRICT;
CREATE INDEX additionalCodeByArticle ON additionalCode (articleId);

-- No code of an article is an additional code of another one. A GTIN as an article's own code may have 8, 12, 13 or 14 digits.
CREATE TRIGGER additionalCodeOnInsert BEFORE INSERT ON additionalCode WHEN EXISTS (
  SELECT 1 FROM article a WHERE a.tenantId = NEW.tenantId AND a.deleted = 0 AND a.oid <> NEW.articleId AND a.codeFolded IN (
    NEW.codeKey,
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)%', substr(NEW.codeKey, 5), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)0%', substr(NEW.codeKey, 6), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)00%', substr(NEW.codeKey, 7), NULL),
    iif(length(NEW.codeKey) = 18 AND NEW.codeKey LIKE '(01)000000%', substr(NEW.codeKey, 11), NULL)))
BEGIN SELECT raise(ABORT, 'the code of another article'); END;
-- The key is never written again: a code is removed and added.
CREATE TRIGGER additionalCodeOnUpdate BEFORE UPDATE OF tenantId, articleId, code, codeKey ON additionalCode
WHEN NEW.tenantId <> OLD.tenantId OR NEW.articleId <> OLD.articleId OR NEW.code <> OLD.code OR NEW.codeKey <> OLD.codeKey
BEGIN SELECT raise(ABORT, 'an additional code keeps its text and its article'); END;
CREATE TRIGGER articleCodeOnInsert BEFORE INSERT ON article WHEN NEW.deleted = 0 AND EXISTS (
  SELECT 1 FROM additionalCode c WHERE c.tenantId = NEW.tenantId AND c.codeKey IN (
    NEW.codeFolded,
    iif(length(NEW.codeFolded) IN (8, 12, 13, 14) AND NEW.codeFolded NOT GLOB '*[^0-9]*',
      '(01)' || substr('000000' || NEW.codeFolded, -14), NULL)))
BEGIN SELECT raise(ABORT, 'the additional code of another article'); END;
CREATE TRIGGER articleCodeOnUpdate BEFORE UPDATE OF tenantId, deleted, codeFolded ON article
WHEN NEW.deleted = 0 AND (OLD.deleted = 1 OR NEW.codeFolded IS NOT OLD.codeFolded) AND EXISTS (
  SELECT 1 FROM additionalCode c WHERE c.tenantId = NEW.tenantId AND c.articleId <> NEW.oid AND c.codeKey IN (
    NEW.codeFolded,
    iif(length(NEW.codeFolded) IN (8, 12, 13, 14) AND NEW.codeFolded NOT GLOB '*[^0-9]*',
      '(01)' || substr('000000' || NEW.codeFolded, -14), NULL)))
BEGIN SELECT raise(ABORT, 'the additional code of another article'); END;

-- The codes of a deleted article are free again.
CREATE TRIGGER additionalCodeOfDeleted AFTER UPDATE OF deleted ON article WHEN NEW.deleted = 1 AND OLD.deleted = 0
BEGIN DELETE FROM additionalCode WHERE articleId = NEW.oid; END;
CREATE TRIGGER additionalCodeOfRemoved BEFORE DELETE ON article
BEGIN DELETE FROM additionalCode WHERE articleId = OLD.oid; END;

-- The search text of the article.
CREATE TRIGGER additionalCodeAdded AFTER INSERT ON additionalCode BEGIN
  UPDATE article SET codesFolded = ifnull(codesFolded || char(10), '') || NEW.codeKey WHERE oid = NEW.articleId;
END;
CREATE TRIGGER additionalCodeRemoved AFTER DELETE ON additionalCode BEGIN
  UPDATE article SET codesFolded = (SELECT group_concat(codeKey, char(10)) FROM additionalCode WHERE articleId = OLD.articleId)
  WHERE oid = OLD.articleId;
END;

-- Custom fields --------------------------------------------------------------------------------------------------------

-- A field that a tenant has defined for its articles.
--   type         src/domain/custom-fields.ts
--   unit         of a number
--   choices      JSON array of texts, of a choice
--   categoryIds  JSON array: articles of these categories have the field; NULL: all articles
--   position     place in lists and forms
--   deleted      articles may still have values
CREATE TABLE customField (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'number', 'date', 'choice', 'yesNo', 'link')),
  unit TEXT,
  choices TEXT CHECK (choices IS NULL OR json_valid(choices)),
  categoryIds TEXT CHECK (categoryIds IS NULL OR json_valid(categoryIds)),
  isRequired INTEGER NOT NULL CHECK (isRequired IN (0, 1)),
  position INTEGER NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  CHECK ((type = 'choice') = (choices IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX customFieldName ON customField (tenantId, nameKey) WHERE deleted = 0;
CREATE INDEX customFieldByTenant ON customField (tenantId, position, oid);

-- Master data of the head office ---------------------------------------------------------------------------------------

-- Which fields of which articles the head office owns, with their values (src/master-data/). The copy is in force while the line to
-- the head office is down.

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
-- By location alone: with the tenant first, SQLite took it for the check of an article's stock and read the whole table.
CREATE INDEX articleLocationByLocation ON articleLocation (locationId);

-- Minimum stock --------------------------------------------------------------------------------------------------------

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

-- Custody --------------------------------------------------------------------------------------------------------------

-- Which person has which article (src/custody/).

-- An article that a person has or had. An article is with one person at most, and the times of its rows never overlap.
--   userId         the person
--   dueDate        YYYY-MM-DD; NULL: no date
--   overdueDT      when the event custody.overdue was recorded for this due date
--   startedBy      the user who handed it out; startDeviceId: the terminal
--   startNote      condition at the hand-over; startPhotoId: its photo
--   startSignature strokes (src/domain/custody.ts)
--   end…           the same for the return
CREATE TABLE custody (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  startedDT TEXT NOT NULL,
  startedBy INTEGER NOT NULL,
  startDeviceId INTEGER,
  startNote TEXT,
  startPhotoId INTEGER,
  startSignature TEXT,
  dueDate TEXT,
  overdueDT TEXT,
  endedDT TEXT CHECK (endedDT >= startedDT),
  endedBy INTEGER CHECK ((endedBy IS NULL) = (endedDT IS NULL)),
  endDeviceId INTEGER,
  endNote TEXT,
  endPhotoId INTEGER,
  endSignature TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, startedBy) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, endedBy) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, startDeviceId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, endDeviceId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (startPhotoId) REFERENCES photo (oid) ON DELETE SET NULL,
  FOREIGN KEY (endPhotoId) REFERENCES photo (oid) ON DELETE SET NULL
) STRICT;
CREATE UNIQUE INDEX custodyOpen ON custody (articleId) WHERE endedDT IS NULL;
CREATE INDEX custodyOpenByTenant ON custody (tenantId, oid) WHERE endedDT IS NULL;
CREATE INDEX custodyDue ON custody (dueDate) WHERE endedDT IS NULL AND dueDate IS NOT NULL;
CREATE INDEX custodyDueByTenant ON custody (tenantId, dueDate) WHERE endedDT IS NULL AND dueDate IS NOT NULL;
CREATE INDEX custodyByArticle ON custody (articleId, startedDT);
CREATE INDEX custodyByUser ON custody (tenantId, userId);
CREATE INDEX custodyByStartPhoto ON custody (startPhotoId) WHERE startPhotoId IS NOT NULL;
CREATE INDEX custodyByEndPhoto ON custody (endPhotoId) WHERE endPhotoId IS NOT NULL;

-- A hand-over or return that a terminal has sent, once for its operationId.
--   userId     the person; NULL: a return by whoever has the article
--   at         server time of the operation
--   entered    JSON: dueDate, note, signature as they were sent
--   custodyId  the row that was opened or ended; of a rejected operation: the one that is in its way
--   dismissedDT  when a Manager has seen that it was rejected
CREATE TABLE custodyOperation (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  operationId TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('start', 'end')),
  articleId INTEGER NOT NULL,
  userId INTEGER,
  at TEXT NOT NULL,
  receivedDT TEXT NOT NULL,
  authorId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  entered TEXT NOT NULL CHECK (json_valid(entered)),
  result TEXT NOT NULL CHECK (result IN ('applied', 'unchanged', 'rejected')),
  reason TEXT CHECK ((reason IS NOT NULL) = (result = 'rejected')),
  custodyId INTEGER,
  dismissedDT TEXT,
  dismissedBy INTEGER CHECK ((dismissedBy IS NULL) = (dismissedDT IS NULL)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, operationId),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, authorId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, custodyId) REFERENCES custody (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, dismissedBy) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX custodyOperationByArticle ON custodyOperation (articleId);
CREATE INDEX custodyOperationByCustody ON custodyOperation (custodyId) WHERE custodyId IS NOT NULL;
CREATE INDEX custodyOperationRejected ON custodyOperation (tenantId, oid) WHERE result = 'rejected' AND dismissedDT IS NULL;


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

-- `preparedChange`: the transaction that made the items. A close settles the articles in the order of their ids, in several
-- transactions; `settledArticleId`: the last one. Its movements, and later ones of settled articles, no longer mark the items.
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
  settledArticleId INTEGER NOT NULL DEFAULT 0,
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

-- Movements of stock mark the items that are expected or were found at that location, in every stocktake from Preparation to
-- Processing (1 to 6), until the article is settled. Items of one in Preparation exist only while it is being prepared.
CREATE TRIGGER articleLocationArrived AFTER INSERT ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationLeft AFTER DELETE ON articleLocation BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId);
END;
-- The pieces of a row change far more often than its article or location: one update then.
CREATE TRIGGER articleLocationChanged AFTER UPDATE OF quantity ON articleLocation
WHEN OLD.quantity <> NEW.quantity AND OLD.articleId = NEW.articleId AND OLD.locationId = NEW.locationId
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
END;
CREATE TRIGGER articleLocationMoved AFTER UPDATE OF articleId, locationId ON articleLocation
WHEN OLD.articleId <> NEW.articleId OR OLD.locationId <> NEW.locationId
BEGIN
  UPDATE inventoryItem SET movedQuantity = movedQuantity - OLD.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = OLD.articleId AND OLD.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < OLD.articleId FROM inventory WHERE oid = inventoryId);
  UPDATE inventoryItem SET movedQuantity = movedQuantity + NEW.quantity, movedDT = (SELECT at FROM changeCounter),
    decision = NULL, change = (SELECT change FROM changeCounter)
  WHERE articleId = NEW.articleId AND NEW.locationId IN (locationId, foundAtLocationId)
    AND (SELECT inventoryStateId BETWEEN 1 AND 6 AND settledArticleId < NEW.articleId FROM inventory WHERE oid = inventoryId);
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

-- Cycle counts ---------------------------------------------------------------------------------------------------------

-- Plans that make stocktakes by themselves (src/cycle-counts/), random samples, second counts, and the accuracy of the records that
-- closed stocktakes have found (src/inventories/).

-- A plan. Deleted ones stay, for the runs that name them.
--   selection     what it counts (JSON, CountSelection in src/cycle-counts/shapes.ts)
--   schedule      when it is due (JSON, CountSchedule in src/domain/cycle-counts/schedule.ts)
--   fromDate      first day, toDate: last day, in the server's time zone
--   secondCount   limits of the second count of its stocktakes (JSON); NULL: none
--   activeSince   it makes no stocktake for an earlier time
--   ownerId       who saved it last: its stocktakes are prepared in this name
CREATE TABLE countPlan (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  selection TEXT NOT NULL CHECK (json_valid(selection)),
  schedule TEXT NOT NULL CHECK (json_valid(schedule)),
  fromDate TEXT NOT NULL,
  toDate TEXT,
  isPaused INTEGER NOT NULL CHECK (isPaused IN (0, 1)),
  isBlind INTEGER NOT NULL CHECK (isBlind IN (0, 1)),
  mustBeApproved INTEGER NOT NULL CHECK (mustBeApproved IN (0, 1)),
  secondCount TEXT CHECK (secondCount IS NULL OR json_valid(secondCount)),
  counterId INTEGER,
  ownerId INTEGER NOT NULL,
  activeSince TEXT NOT NULL,
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, counterId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, ownerId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX countPlanName ON countPlan (tenantId, nameKey) WHERE deleted = 0;

-- One due date of a plan, in the transaction that makes its stocktake: a date makes one at most.
--   outcome      made: inventoryId is its stocktake. skipped: inventoryId is the earlier one that was still open. empty: there was
--                nothing to count; inventoryId is its stocktake, which is cancelled
--   inventoryId  no reference: the stocktake may be removed with the sample data
CREATE TABLE countPlanRun (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  planId INTEGER NOT NULL,
  dueDate TEXT NOT NULL,
  at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('made', 'skipped', 'empty')),
  inventoryId INTEGER NOT NULL,
  seed TEXT NOT NULL,
  UNIQUE (tenantId, planId, dueDate),
  FOREIGN KEY (tenantId, planId) REFERENCES countPlan (tenantId, oid)
) STRICT;
CREATE INDEX countPlanRunByInventory ON countPlanRun (tenantId, inventoryId);

-- Rules of a stocktake; without a row it has none.
--   isSelective       1: only the stock in inventorySelection is counted
--   counterId         who is to count; NULL: anybody
--   secondCount…      an item whose count differs by more asks for a count by another person: pieces, percent of the recorded
--                     pieces, or value (ten-thousandths); NULL: no such limit
--   waivedDT, waivedBy, waivedFor   when, by whom and why a Manager lets it be closed without the second counts
CREATE TABLE inventoryRule (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  isSelective INTEGER NOT NULL DEFAULT 0 CHECK (isSelective IN (0, 1)),
  counterId INTEGER,
  secondCountPieces INTEGER CHECK (secondCountPieces >= 0),
  secondCountPercent INTEGER CHECK (secondCountPercent >= 0),
  secondCountValue INTEGER CHECK (secondCountValue >= 0),
  waivedDT TEXT,
  waivedBy INTEGER,
  waivedFor TEXT,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, counterId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, waivedBy) REFERENCES user (tenantId, oid)
) STRICT;

-- The stock that a selective stocktake counts.
CREATE TABLE inventorySelection (
  inventoryId INTEGER NOT NULL,
  locationId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  tenantId INTEGER NOT NULL,
  PRIMARY KEY (inventoryId, locationId, articleId),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid),
  FOREIGN KEY (tenantId, locationId) REFERENCES location (tenantId, oid),
  FOREIGN KEY (tenantId, articleId) REFERENCES article (tenantId, oid)
) STRICT, WITHOUT ROWID;
CREATE INDEX inventorySelectionByArticle ON inventorySelection (articleId);
CREATE INDEX inventorySelectionByLocation ON inventorySelection (locationId);

-- The random sample that a stocktake counts: of `population` records the `sample` ones of the lowest SHA-256 of
-- `seed:articleId:locationId`.
--   locations   the locations that it was drawn from, each with all below it, as they were named then (JSON: a list of oid and
--               name, the name with those above it); NULL: all
CREATE TABLE inventorySample (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  population INTEGER NOT NULL CHECK (population >= sample),
  sample INTEGER NOT NULL CHECK (sample > 0),
  seed TEXT NOT NULL,
  locations TEXT CHECK (locations IS NULL OR json_valid(locations)),
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid)
) STRICT;

-- What a closed stocktake has found of the records at the time of each count; stock that moved before it is part of the record.
--   items       expected items, wrongItems of them not found there in the recorded quantity, notCounted of these never counted
--   pieces      recorded pieces of the counted items, wrongPieces: the sum of the differences, each without its sign
--   value       the same in price (ten-thousandths, REAL: only shares are made of it); NULL: in several currencies
CREATE TABLE inventoryAccuracy (
  inventoryId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  closedDT TEXT NOT NULL,
  items INTEGER NOT NULL,
  wrongItems INTEGER NOT NULL,
  notCounted INTEGER NOT NULL,
  pieces INTEGER NOT NULL,
  wrongPieces INTEGER NOT NULL,
  value REAL,
  wrongValue REAL,
  FOREIGN KEY (tenantId, inventoryId) REFERENCES inventory (tenantId, oid)
) STRICT;
CREATE INDEX inventoryAccuracyByTime ON inventoryAccuracy (tenantId, closedDT);

-- Photos ----------------------------------------------------------------------------------------------------------------

-- A photo belongs to exactly one of an item, an article and an operation with an unknown code; a deleted one, whose files are
-- removed later, may have lost it. `file` and `thumbnail` name files of the photo folder, which exist before the row does. The table
-- has the files attached to articles too: they are stored, copied, checked and removed alike.
--   isAttachment  1: a file as it was uploaded. Its `thumbnail` is the file itself, its width and height are 0
CREATE TABLE photo (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  inventoryItemId INTEGER,
  articleId INTEGER,
  countOperationId INTEGER,
  userId INTEGER NOT NULL,
  isAttachment INTEGER NOT NULL DEFAULT 0 CHECK (isAttachment IN (0, 1)),
  fileName TEXT NOT NULL,
  contentType TEXT NOT NULL CHECK (contentType IN ('image/jpeg', 'image/png') OR (isAttachment = 1 AND contentType = 'application/pdf')),
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
  CHECK (isAttachment = 0 OR articleId IS NOT NULL OR deleted = 1),
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
--   dpi           the resolution
--   printWidthMm  the width that it can print; NULL: that of its language's usual paper
CREATE TABLE printer (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  ipAddress TEXT NOT NULL,
  port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
  printerTypeId INTEGER NOT NULL CHECK (printerTypeId BETWEEN 1 AND 5),
  dpi INTEGER NOT NULL DEFAULT 203 CHECK (dpi IN (180, 203, 300, 600)),
  printWidthMm INTEGER CHECK (printWidthMm BETWEEN 10 AND 300),
  isActive INTEGER NOT NULL CHECK (isActive IN (0, 1)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX printerName ON printer (tenantId, nameKey) WHERE deleted = 0;

-- Label formats: a template in the language of one printer type, or a layout (src/domain/label-layout.ts) that every printer prints.
-- Deleted ones stay, for the requests that name them. `subject`: what the labels are of.
CREATE TABLE printFormat (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  nameKey TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT 'article' CHECK (subject IN ('article', 'location')),
  template TEXT CHECK (template <> ''),
  printerTypeId INTEGER CHECK (printerTypeId BETWEEN 1 AND 5),
  layout TEXT CHECK (layout IS NULL OR json_valid(layout)),
  deleted INTEGER NOT NULL DEFAULT 0 CHECK (deleted IN (0, 1)),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  CONSTRAINT templateOrLayout
    CHECK ((template IS NULL) = (layout IS NOT NULL) AND (template IS NULL) = (printerTypeId IS NULL))
) STRICT;
CREATE UNIQUE INDEX printFormatName ON printFormat (tenantId, nameKey) WHERE deleted = 0;

-- The print queue. States: 1 Waiting, 2 Printing, 3 Done, 4 Error. `locationId`: the location of a label; both it and `articleId` are
-- NULL for a test label.
CREATE TABLE printRequest (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER,
  locationId INTEGER REFERENCES location (oid) CHECK (locationId IS NULL OR articleId IS NULL),
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
CREATE INDEX printRequestOfLocation ON printRequest (locationId) WHERE locationId IS NOT NULL;
CREATE INDEX printRequestFinished ON printRequest (finishedDT) WHERE finishedDT IS NOT NULL;
-- The foreign key of `locationId` has no tenant: triggers compare it.
CREATE TRIGGER printRequestOfTenantOnInsert BEFORE INSERT ON printRequest WHEN NEW.locationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.locationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT raise(ABORT, 'the location is of another tenant'); END;
CREATE TRIGGER printRequestOfTenantOnUpdate BEFORE UPDATE OF tenantId, locationId ON printRequest WHEN NEW.locationId IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM location l WHERE l.oid = NEW.locationId AND l.tenantId = NEW.tenantId)
BEGIN SELECT raise(ABORT, 'the location is of another tenant'); END;

-- The rendered label, apart from the request, so that lists do not read it. Removed some time after the end. `isRaster` 1: the
-- compressed dots of a drawn label (src/printing/raster/packed.ts); 0: the bytes for the printer.
CREATE TABLE printData (
  printRequestId INTEGER PRIMARY KEY REFERENCES printRequest (oid),
  data BLOB NOT NULL,
  isRaster INTEGER NOT NULL DEFAULT 0 CHECK (isRaster IN (0, 1))
) STRICT;

-- Jobs -----------------------------------------------------------------------------------------------------------------

-- Long work that runs in short transactions, goes on after a crash, and can be undone.

-- One job. Its program (src/<feature>/…-job.ts) saves its position in the transaction of the work.
--   kind         names the program
--   state        undone, cancelled and failed only when everything is undone; running meanwhile
--   undoState    the state that the job gets at the end of undoing; NULL: the job is not being undone
--   position     where the program goes on; result: what it returned (JSON)
--   error        why it failed (JSON, src/platform/workers/error-serialization.ts)
--   subjectId    the record that the job works on, such as the inventory; no reference: it may be deleted
--   isFinal      1: the job can't be cancelled any more
--   done, total  units of work; total NULL: not known
--   address      of the client, for the security log
--   undoUserId   whoever cancelled or undid the job, with the device; NULL: the server, after an error
CREATE TABLE job (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled', 'undone')),
  undoState TEXT CHECK (undoState IN ('failed', 'cancelled', 'undone')),
  subjectId INTEGER,
  isFinal INTEGER NOT NULL DEFAULT 0 CHECK (isFinal IN (0, 1)),
  position TEXT CHECK (position IS NULL OR json_valid(position)),
  done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
  total INTEGER CHECK (total >= 0),
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  error TEXT CHECK (error IS NULL OR json_valid(error)),
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  address TEXT,
  undoUserId INTEGER,
  undoDeviceTokenId INTEGER,
  createdDT TEXT NOT NULL,
  startedDT TEXT,
  finishedDT TEXT,
  change INTEGER NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid),
  FOREIGN KEY (tenantId, undoUserId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, undoDeviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX jobByTenant ON job (tenantId, oid);
CREATE INDEX jobUnfinished ON job (tenantId, oid) WHERE state IN ('waiting', 'running');
CREATE INDEX jobByEnd ON job (finishedDT) WHERE finishedDT IS NOT NULL;

-- What the program of a job was given (JSON). Apart from the job, whose row every slice writes: a selection has up to a million
-- ids.
CREATE TABLE jobInput (
  jobId INTEGER PRIMARY KEY REFERENCES job (oid) ON DELETE CASCADE,
  input TEXT NOT NULL CHECK (json_valid(input))
) STRICT;

-- The rows that a job has changed, each once, in the order of their first change. Written by triggers of the job's connection
-- (src/storage/jobs/journal.ts).
--   before       the row before the job (JSON); NULL: the job added it
--   groupId      rows of a table with the same value are undone together: an article's stock; NULL: row by row
--   change       the transaction of the job that wrote the row last: the row was changed since where its own is another; negative:
--                the job removed the row
CREATE TABLE jobChange (
  jobId INTEGER NOT NULL REFERENCES job (oid),
  seq INTEGER NOT NULL,
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  groupId INTEGER,
  change INTEGER NOT NULL,
  PRIMARY KEY (jobId, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX jobChangeByRow ON jobChange (jobId, tableName, rowId);
CREATE INDEX jobChangeByGroup ON jobChange (jobId, groupId) WHERE groupId IS NOT NULL;

-- Change feed ----------------------------------------------------------------------------------------------------------

-- What changed, for programs of other systems that follow it (src/change-feed/).

-- One row for each write of a record that the feed has: which record, not what changed. A reader gets the record as it is
-- then, or as deleted where it is no longer there. Written by triggers of the connection
-- (src/storage/database/feed-triggers.ts), in the order of the commits; removed after 30 days.
--   seq       position; the newest row is never removed, so the next one is new without AUTOINCREMENT, which would write one
--             more page a count
--   kind      number of the table (src/storage/database/fed-tables.ts)
--   recordId  oid of the record; no reference: it may be deleted
--   tenantId  NULL: a global record of a list
CREATE TABLE changeEntry (
  seq INTEGER PRIMARY KEY,
  tenantId INTEGER REFERENCES tenant (oid),
  kind INTEGER NOT NULL CHECK (kind > 0),
  recordId INTEGER NOT NULL
) STRICT;

-- Events for other systems ---------------------------------------------------------------------------------------------

-- Webhooks and notices by e-mail read them, each with a cursor of its own (src/outgoing-events/).

-- Written in the transaction of the cause, so an event exists exactly when its cause was committed; removed after 30 days.
--   type         src/domain/outgoing-event-types.ts
--   data         what happened (JSON)
--   dedupeKey    names the cause: a second event with it is not added
CREATE TABLE outgoingEvent (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  type TEXT NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  at TEXT NOT NULL,
  dedupeKey TEXT NOT NULL,
  UNIQUE (tenantId, oid),
  UNIQUE (tenantId, dedupeKey)
) STRICT;
CREATE INDEX outgoingEventByTime ON outgoingEvent (at);

-- The tenants whose changed articles become events (article.changed), which a webhook wants. seq: the last entry of the change
-- feed that became one.
CREATE TABLE followedArticles (
  tenantId INTEGER PRIMARY KEY REFERENCES tenant (oid),
  seq INTEGER NOT NULL CHECK (seq >= 0)
) STRICT;

-- Webhooks -------------------------------------------------------------------------------------------------------------

-- A receiver of events (src/webhooks/).
--   types          the types that it wants (JSON array); NULL: all
--   pause          why nothing is sent: by a user, by the receiver's 410, after a restore; NULL: it is active
--   secret         signs deliveries; encrypted by a key that is not in the database
--   earlierSecret  signs too until earlierUntil, after a rotation
--   position       the last event that became a delivery, or was not wanted
--   missed         events that were removed before they were sent; missedDT: time of the newest
CREATE TABLE webhook (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  types TEXT CHECK (types IS NULL OR json_valid(types)),
  pause TEXT CHECK (pause IN ('user', 'gone', 'restored')),
  secret BLOB NOT NULL,
  earlierSecret BLOB,
  earlierUntil TEXT,
  position INTEGER NOT NULL,
  missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0),
  missedDT TEXT CHECK ((missedDT IS NULL) = (missed = 0)),
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;

-- One event for one webhook. It stays waiting until its outcome is on the disk: after a crash it is sent again.
--   messageId        the header webhook-id of all attempts; random, because a restore reuses numbers
--   queuedDT         the three days of attempts begin
--   lastTryDT ...    the last attempt: status NULL: no response; error: src/domain/webhook-deliveries.ts; answer: first
--                    characters of the response
CREATE TABLE webhookDelivery (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  webhookId INTEGER NOT NULL,
  eventId INTEGER NOT NULL,
  messageId TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  queuedDT TEXT NOT NULL,
  nextTryDT TEXT,
  lastTryDT TEXT,
  status INTEGER,
  ms INTEGER,
  error TEXT,
  detail TEXT,
  answer TEXT,
  UNIQUE (webhookId, eventId),
  CHECK ((state = 'waiting') = (nextTryDT IS NOT NULL)),
  FOREIGN KEY (tenantId, webhookId) REFERENCES webhook (tenantId, oid) ON DELETE CASCADE,
  FOREIGN KEY (tenantId, eventId) REFERENCES outgoingEvent (tenantId, oid) ON DELETE CASCADE
) STRICT;
CREATE INDEX webhookDeliveryDue ON webhookDelivery (webhookId, nextTryDT) WHERE state = 'waiting';
-- A webhook may have 50 000 deliveries. Both are in the order of oid too.
CREATE INDEX webhookDeliveryByWebhook ON webhookDelivery (webhookId);
CREATE INDEX webhookDeliveryByState ON webhookDelivery (webhookId, state);
CREATE INDEX webhookDeliveryFailing ON webhookDelivery (webhookId, queuedDT) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX webhookDeliveryByEvent ON webhookDelivery (tenantId, eventId);

-- A removed event that a webhook wanted and has not sent.
CREATE TRIGGER outgoingEventMissed BEFORE DELETE ON outgoingEvent BEGIN
  UPDATE webhook SET missed = missed + 1, missedDT = max(ifnull(missedDT, ''), OLD.at)
  WHERE tenantId = OLD.tenantId AND (
    (position < OLD.oid AND (types IS NULL OR OLD.type IN (SELECT value FROM json_each(types)))) OR
    EXISTS (SELECT 1 FROM webhookDelivery WHERE webhookId = webhook.oid AND eventId = OLD.oid AND state = 'waiting')
  );
END;

-- Notices by e-mail ----------------------------------------------------------------------------------------------------

-- Of src/notices/. The server of the site that sends them is a row of `setting`.

-- What a person has chosen; a person without a row has the defaults (src/domain/notice-kinds.ts).
--   modes       JSON: kind of notice → off, atOnce, digest; a kind that is absent has its default
--   digestHour  hour of the day in the site's time zone
--   language    of the e-mails; NULL: the site's
CREATE TABLE noticeChoice (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  modes TEXT NOT NULL CHECK (json_valid(modes)),
  digestHour INTEGER NOT NULL CHECK (digestHour BETWEEN 0 AND 23),
  language TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, userId),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- The last event of each tenant of which e-mails were made; no reference: the event may be removed.
CREATE TABLE noticeCursor (
  tenantId INTEGER PRIMARY KEY REFERENCES tenant (oid),
  position INTEGER NOT NULL
) STRICT;

-- E-mails to persons.
--   kind          single: one event; overflow: those above the limit of an hour; digest: those of a day
--   state         open: events are added to it until `dueDT`; waiting: its content is fixed, and it is sent at `dueDT`
--   messageId     Message-ID, the same in each attempt
--   content       the events (JSON)
--   readyDT       when it became waiting; three days later it fails
--   dueDT         next attempt
--   firstErrorDT  since when it can't be delivered
--   lastError     JSON: locale → text
CREATE TABLE noticeMail (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('single', 'overflow', 'digest')),
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'sent', 'failed')),
  messageId TEXT NOT NULL UNIQUE,
  content TEXT NOT NULL CHECK (json_valid(content)),
  createdDT TEXT NOT NULL,
  readyDT TEXT CHECK ((readyDT IS NULL) = (state = 'open')),
  dueDT TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  firstErrorDT TEXT,
  lastError TEXT CHECK (lastError IS NULL OR json_valid(lastError)),
  finishedDT TEXT CHECK ((finishedDT IS NOT NULL) = (state IN ('sent', 'failed'))),
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE UNIQUE INDEX noticeMailOpen ON noticeMail (userId, kind) WHERE state = 'open';
CREATE INDEX noticeMailDue ON noticeMail (state, dueDT);
CREATE INDEX noticeMailOfUser ON noticeMail (tenantId, userId, createdDT);

-- Scheduled backups ----------------------------------------------------------------------------------------------------

-- Backups with restic (src/ops/backup/targets/). They are of the whole server, not of a tenant.

-- A repository that gets backups.
--   destination      where it is (JSON, src/ops/backup/restic/destination.ts); no secret
--   secrets          passphrase and login (JSON), encrypted by a key that is not in the database
--   every, atHour    the schedule; atHour in the site's time zone
--   retention        JSON; NULL: the target's own, nothing is removed
--   pause            why there are no backups: by a user, after a restore; NULL: it is active
--   activeSince      when it was added or resumed
--   proof            the last restore of a backup into a scratch folder, checked (JSON)
--   proofError       the last try that could not be made (JSON)
--   prunedDT         when old backups were last removed
--   removalError     the tries to remove old ones since the last success, all of which failed (JSON); NULL: the last one succeeded, or
--                    there was none
CREATE TABLE backupTarget (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  destination TEXT NOT NULL CHECK (json_valid(destination)),
  secrets BLOB NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('hour', 'day')),
  atHour INTEGER CHECK (atHour BETWEEN 0 AND 23),
  retention TEXT CHECK (retention IS NULL OR json_valid(retention)),
  uploadLimitKbps INTEGER CHECK (uploadLimitKbps > 0),
  pause TEXT CHECK (pause IN ('user', 'restored')),
  activeSince TEXT NOT NULL,
  proof TEXT CHECK (proof IS NULL OR json_valid(proof)),
  proofError TEXT CHECK (proofError IS NULL OR json_valid(proofError)),
  repositoryBytes INTEGER,
  prunedDT TEXT,
  removalError TEXT CHECK (removalError IS NULL OR json_valid(removalError)),
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  CHECK ((every = 'day') = (atHour IS NOT NULL))
) STRICT;

-- A backup that has ended.
--   error       src/domain/backup-targets.ts; NULL: it is complete
--   snapshot    its id in the repository
--   addedBytes  what the repository did not have
CREATE TABLE backupRun (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  targetId INTEGER NOT NULL REFERENCES backupTarget (oid) ON DELETE CASCADE,
  startedDT TEXT NOT NULL,
  endedDT TEXT NOT NULL,
  error TEXT,
  detail TEXT,
  snapshot TEXT,
  files INTEGER,
  bytes INTEGER,
  addedBytes INTEGER
) STRICT;
CREATE INDEX backupRunByTarget ON backupRun (targetId, oid);
CREATE INDEX backupRunCompleted ON backupRun (targetId, oid) WHERE error IS NULL;

-- Sample data -----------------------------------------------------------------------------------------------------------

-- Records of a tenant's sample data; while it is removed, also the records that were made on top of it.
CREATE TABLE sampleRecord (
  tenantId INTEGER NOT NULL REFERENCES tenant (oid),
  tableName TEXT NOT NULL CHECK (tableName IN
    ('location', 'articleCategory', 'articleType', 'article', 'printFormat', 'inventory')),
  oid INTEGER NOT NULL,
  PRIMARY KEY (tenantId, tableName, oid)
) STRICT, WITHOUT ROWID;
