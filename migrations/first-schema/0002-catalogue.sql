-- Catalogues. A record without a tenant is global: readable by all, changed by nobody.
CREATE TABLE articleCategory (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;
CREATE TABLE articleType (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;
CREATE TABLE articleState (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;
CREATE TABLE currencyType (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;
CREATE TABLE articleDisposalMethod (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;
CREATE TABLE articleDisposalReason (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  name TEXT NOT NULL CHECK (name <> ''),
  change INTEGER NOT NULL
) STRICT;

INSERT INTO articleState (oid, tenantId, name, change) VALUES
  (1, NULL, 'In use', 0), (2, NULL, 'In stock', 0), (3, NULL, 'Proposed', 0), (4, NULL, 'Disposed', 0);
