-- Custody (src/custody/): which person has which article.

-- The code on a person's badge. It identifies the person at a terminal and logs nobody in.
ALTER TABLE user ADD COLUMN badgeCode TEXT CHECK (badgeCode <> '');
CREATE UNIQUE INDEX userByBadge ON user (tenantId, badgeCode) WHERE badgeCode IS NOT NULL;

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
