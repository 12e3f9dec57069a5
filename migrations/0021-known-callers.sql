-- The browsers and addresses from which a user has logged in (src/access/login/known-callers.ts): wrong passwords of others don't
-- hold the user there.
--   caller  `address` and the address of the client (an IPv6 address as its /64), or `browser` and the number in its cookie
--   lastAt  the last login, at most a day too early; milliseconds since 1970
CREATE TABLE knownCaller (
  userId INTEGER NOT NULL REFERENCES user (oid),
  caller TEXT NOT NULL,
  lastAt INTEGER NOT NULL,
  PRIMARY KEY (userId, caller)
) STRICT, WITHOUT ROWID;
CREATE INDEX knownCallerByAge ON knownCaller (lastAt);

-- The addresses of the logins in the security log.
INSERT INTO knownCaller (userId, caller, lastAt)
SELECT userId, 'address ' || address, max(CAST(unixepoch(lastAt) AS INTEGER)) * 1000 FROM securityEvent
WHERE kind = 'login' AND outcome = 'success' AND userId IS NOT NULL AND address IS NOT NULL
GROUP BY userId, address;
