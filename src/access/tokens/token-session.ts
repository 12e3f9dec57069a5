import { createHash, randomBytes } from "node:crypto";
import type { JWTPayload } from "jose";
import type { SessionRef } from "../../domain/principal.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type ActiveSession, findSessionOfToken } from "../sessions/sessions.ts";
import type { User } from "../users/users.ts";
import { invalidToken, sessionOf } from "./token-claims.ts";
import { isSharedTerminal, type TokenPrincipal } from "./token-principal.ts";

// Tokens without a session are those of programs that sign with the shared key, of paired devices, of logins on a full disk, and of
// earlier versions of the server. The first refresh opens a session, to which the token belongs from then on. Until then it is valid
// unless it was issued before all sessions of the user were ended. A shared terminal's own token belongs to no user.

const KEY_BYTES = 16;

/** A key for new tokens without a session. */
export const newTokenKey = (): string => randomBytes(KEY_BYTES).toString("base64url");

/** The claims of tokens without a session. */
export function claimsWithoutSession({ sessionsEndedAt }: Pick<User, "sessionsEndedAt">, tokenKey: string) {
  return { login: tokenKey, ended_before: sessionsEndedAt };
}

/** The session of a token. */
export type TokenSession = Pick<ActiveSession, "endsAt" | "idleMs" | "usedAt"> &
  ({ readonly ref: SessionRef } | { readonly ref: null; readonly tokenKey: string });

/** The active session of a token. Throws Unauthenticated where it has ended, as `activeSession` does. */
export function findTokenSession(
  db: Db,
  payload: JWTPayload,
  principal: TokenPrincipal,
  activeSession: (session: SessionRef) => ActiveSession,
): TokenSession {
  const claimed = sessionOf(payload);
  const tokenKey = tokenKeyOf(payload);
  const ref = claimed ?? findSessionOfToken(db, tokenKey);
  if (ref !== null) return { ...activeSession(ref), ref };
  // What was queued stays deliverable when the sessions end.
  const isOfUser = payload["use"] !== "submission" && !isSharedTerminal(principal);
  if (isOfUser && isEnded(payload, principal.user)) throw invalidToken();
  return { ref, tokenKey, endsAt: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY, usedAt: 0 };
}

/** The key of a token without a session, which the tokens of one login share. Others have one by their id or their content. */
function tokenKeyOf(payload: JWTPayload): string {
  const { login } = payload;
  if (typeof login === "string") return login;
  const content = typeof payload.jti === "string" ? [payload.sub, payload.jti] : [payload];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

/** True for a token that was issued before all sessions of its user were ended. */
function isEnded({ iat = 0, ended_before: endedBefore }: JWTPayload, { sessionsEndedAt }: User): boolean {
  if (sessionsEndedAt === 0) return false;
  if (typeof endedBefore === "number") return endedBefore !== sessionsEndedAt;
  // The server does not know when in its second the token was issued.
  return iat * 1000 <= sessionsEndedAt;
}
