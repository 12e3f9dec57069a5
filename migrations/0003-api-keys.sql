-- Service accounts with API keys.

-- service: an account of a program. It has no secrets but its API keys, and records name it as they name a person.
ALTER TABLE user ADD COLUMN kind TEXT NOT NULL DEFAULT 'person'
  CHECK (kind = 'person' OR kind = 'service' AND passwordHash IS NULL AND pinHash IS NULL AND roles = '[]');

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
