-- Tokens without a session (src/access/tokens/token-session.ts).

-- The token whose first refresh or logout opened this session; NULL: a login did.
ALTER TABLE session ADD COLUMN tokenKey TEXT;
CREATE UNIQUE INDEX sessionByTokenKey ON session (tokenKey) WHERE tokenKey IS NOT NULL;

-- When all sessions of a user were ended last; NULL: never. Tokens without a session that were issued before are invalid.
ALTER TABLE user ADD COLUMN sessionsEndedDT TEXT;
