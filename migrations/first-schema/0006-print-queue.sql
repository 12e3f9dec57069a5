-- The print queue at work. A test label has neither article nor format; `queuedDT` is when a request was made or retried.
CREATE TABLE printRequestNew (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  articleId INTEGER,
  printerId INTEGER NOT NULL,
  labelFormatId INTEGER,
  copies INTEGER NOT NULL CHECK (copies BETWEEN 1 AND 1000),
  stateId INTEGER NOT NULL CHECK (stateId BETWEEN 1 AND 4),
  attempts INTEGER NOT NULL DEFAULT 0,
  lastError TEXT CHECK (json_valid(lastError)),
  nextTryDT TEXT,
  isInterrupted INTEGER NOT NULL DEFAULT 0 CHECK (isInterrupted IN (0, 1)),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
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
INSERT INTO printRequestNew
SELECT oid, tenantId, articleId, printerId, labelFormatId, copies, stateId, attempts, lastError, nextTryDT, isInterrupted,
  isConfirmed, createdDT, createdDT, createdBy, userId, deviceTokenId, startedDT, finishedDT, change
FROM printRequest;

CREATE TABLE printDataNew (
  printRequestId INTEGER PRIMARY KEY REFERENCES printRequestNew (oid),
  data BLOB NOT NULL
) STRICT;
INSERT INTO printDataNew SELECT printRequestId, data FROM printData;
DROP TABLE printData;
DROP TABLE printRequest;
ALTER TABLE printRequestNew RENAME TO printRequest;
ALTER TABLE printDataNew RENAME TO printData;

CREATE INDEX printRequestOfTenant ON printRequest (tenantId, oid);
CREATE INDEX printRequestOpen ON printRequest (printerId, oid) WHERE stateId IN (1, 2);
CREATE INDEX printRequestOfPrinter ON printRequest (tenantId, printerId, oid);
CREATE INDEX printRequestOfArticle ON printRequest (tenantId, articleId, oid);
CREATE INDEX printRequestFinished ON printRequest (finishedDT) WHERE finishedDT IS NOT NULL;
