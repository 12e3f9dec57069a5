-- Logins that last: ended by a logout, by an Admin, after some days, or by the reuse of a refresh token.

CREATE TABLE session (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER NOT NULL,
  userId INTEGER NOT NULL,
  deviceTokenId INTEGER,
  createdDT TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  endedDT TEXT,
  FOREIGN KEY (tenantId, userId) REFERENCES user (tenantId, oid),
  FOREIGN KEY (tenantId, deviceTokenId) REFERENCES deviceToken (tenantId, oid)
) STRICT;
CREATE INDEX sessionByUser ON session (tenantId, userId);
CREATE INDEX sessionByDevice ON session (tenantId, deviceTokenId);
CREATE INDEX sessionByEnd ON session (expiresAt);

-- The pairs of an access and a refresh token that a session was given, each by the refresh of another one.
CREATE TABLE sessionToken (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  sessionId INTEGER NOT NULL REFERENCES session (oid) ON DELETE CASCADE,
  parentId INTEGER,
  -- Its access token came as bearer, or it was refreshed.
  firstUsedDT TEXT,
  lastUsedDT TEXT
) STRICT;
CREATE INDEX sessionTokenBySession ON sessionToken (sessionId);
CREATE INDEX sessionTokenByParent ON sessionToken (parentId);
