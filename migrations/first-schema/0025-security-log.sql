-- The security log: logins, failures, locks, and what was done to people, devices, secrets, backups and settings. User,
-- device and target have the names that they had then. `tenantId` NULL: of no tenant, shown to the first one's Admins.
CREATE TABLE securityEvent (
  oid INTEGER PRIMARY KEY AUTOINCREMENT,
  tenantId INTEGER REFERENCES tenant (oid),
  -- The first and the last of `count` events within a minute that are alike.
  at TEXT NOT NULL,
  lastAt TEXT NOT NULL,
  count INTEGER NOT NULL DEFAULT 1 CHECK (count > 0),
  kind TEXT NOT NULL,
  -- Each category is limited in number by itself, so that failures never displace changes.
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
CREATE INDEX securityEventOfTenant ON securityEvent (ifnull(tenantId, 1));
CREATE INDEX securityEventOfCategory ON securityEvent (category);
CREATE INDEX securityEventByTime ON securityEvent (lastAt);
