-- Printers, label formats and the queue of print requests. Deleted ones stay readable through their requests.

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

-- `lastError` is a JSON object of the sentence in each language.
CREATE TABLE printRequest (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER NOT NULL,
  printerId INTEGER NOT NULL,
  labelFormatId INTEGER NOT NULL,
  copies INTEGER NOT NULL CHECK (copies BETWEEN 1 AND 1000),
  stateId INTEGER NOT NULL CHECK (stateId BETWEEN 1 AND 4),
  attempts INTEGER NOT NULL DEFAULT 0,
  lastError TEXT CHECK (json_valid(lastError)),
  nextTryDT TEXT,
  isInterrupted INTEGER NOT NULL DEFAULT 0 CHECK (isInterrupted IN (0, 1)),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
  createdDT TEXT NOT NULL,
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

-- The bytes for the printer, as rendered when the request was made.
CREATE TABLE printData (
  printRequestId INTEGER PRIMARY KEY REFERENCES printRequest (oid),
  data BLOB NOT NULL
) STRICT;
