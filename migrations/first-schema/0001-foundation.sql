-- The box as a whole: the change counter, tenants, users, devices, guesses, answers kept for Idempotency-Key.

-- Every write transaction takes the next number; each versioned row carries the number of its last change.
CREATE TABLE changeCounter (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  change INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT;
INSERT INTO changeCounter VALUES (1, 0, '1970-01-01T00:00:00.000Z');

CREATE TABLE tenant (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (name <> ''),
  createdDT TEXT NOT NULL
) STRICT;

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
  roles TEXT NOT NULL CHECK (json_valid(roles)),
  passwordHash TEXT,
  pinHash TEXT,
  secretsChangedDT TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid)
) STRICT;

CREATE TABLE deviceToken (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceName TEXT NOT NULL,
  tokenHash BLOB NOT NULL UNIQUE,
  createdDT TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  lastUsedDT TEXT,
  revokedDT TEXT,
  change INTEGER NOT NULL,
  UNIQUE (tenantId, oid),
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX deviceTokenByUser ON deviceToken (tenantId, userId);

-- One live code a user: a new one takes the place of the old.
CREATE TABLE registrationCode (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  codeMac BLOB NOT NULL UNIQUE,
  expiresAt TEXT NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

-- Wrong guesses of secrets (access/guesses.ts). `times` is a JSON array of milliseconds since 1970, `holds` how often the
-- subject was held in a row.
CREATE TABLE guess (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  times TEXT NOT NULL CHECK (json_valid(times)),
  holds INTEGER NOT NULL CHECK (holds >= 0),
  heldUntil INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE TABLE keptAnswer (
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
CREATE INDEX keptAnswerByAge ON keptAnswer (at);
