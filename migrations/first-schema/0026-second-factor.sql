-- Two-step login: what a user has beside the password (access/second-factor/).

CREATE TABLE totpFactor (
  userId INTEGER PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  -- Encrypted (AES-256-GCM) under a key that is not in the database.
  secret BLOB NOT NULL,
  -- The time step of the last code that was used: it and earlier ones are refused (RFC 6238 §5.2).
  lastStep INTEGER NOT NULL,
  createdDT TEXT NOT NULL,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;

CREATE TABLE passkey (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  -- The host name that it was made for: it works under no other.
  rpId TEXT NOT NULL,
  -- Base64url.
  credentialId TEXT NOT NULL UNIQUE,
  publicKey BLOB NOT NULL,
  -- Signature counter of the authenticator; 0: it has none.
  counter INTEGER NOT NULL,
  -- JSON array.
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  name TEXT NOT NULL,
  createdDT TEXT NOT NULL,
  lastUsedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT;
CREATE INDEX passkeyByUser ON passkey (tenantId, userId);

CREATE TABLE recoveryCode (
  -- HMAC under a key that is not in the database.
  codeMac BLOB PRIMARY KEY,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  usedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid)
) STRICT, WITHOUT ROWID;
CREATE INDEX recoveryCodeByUser ON recoveryCode (tenantId, userId);
