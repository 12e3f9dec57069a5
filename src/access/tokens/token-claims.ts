import { createHash, randomBytes } from "node:crypto";
import type { JWTPayload } from "jose";
import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { AUTH_METHODS, type AuthMethod, type Principal, type SessionRef } from "../../domain/principal.ts";
import type { Db } from "../../storage/database/statement.ts";
import { type ActiveSession, findSessionOfToken } from "../sessions/sessions.ts";
import type { User } from "../users/users.ts";
import { isSharedTerminal, type TokenPrincipal } from "./token-principal.ts";

/** The claims of a token that identify its principal. */
export type TokenClaims = Pick<Principal, "userId" | "deviceTokenId" | "authTime"> & {
  readonly tenantId: unknown;
  /** When the device was paired, milliseconds since 1970. Null: unknown. */
  readonly deviceSince: number | null;
  readonly methods: readonly AuthMethod[];
  readonly rotation: boolean;
};

/** A token issued later than this is invalid: the clocks of those who share the key may differ by so much. Seconds. */
export const MAX_CLOCK_DIFFERENCE = 300;

/** The error for a token that is not valid. */
export const invalidToken = () => new Unauthenticated(msg("Log in again."), true);

const USER_ID = /^[0-9]{1,16}$/;

/** The value of a numeric claim; null: absent. Throws Unauthenticated. */
function naturalOrNull(claim: unknown): number | null {
  if (claim === undefined || claim === null) return null;
  if (typeof claim !== "number" || !Number.isSafeInteger(claim) || claim < 0) throw invalidToken();
  return claim;
}

/** The claims of a verified payload. Throws Unauthenticated. `now`: ms since 1970. */
export function claimsOf(payload: JWTPayload, now: number): TokenClaims {
  const { sub } = payload;
  const userId = typeof sub === "string" && USER_ID.test(sub) ? Number(sub) : Number.NaN;
  const deviceTokenId = naturalOrNull(payload["device_id"]);
  const deviceSince = naturalOrNull(payload["device_since"]);
  const authTime = naturalOrNull(payload["auth_time"]);
  const methods: unknown = payload["amr"] ?? [];
  if ((payload.nbf ?? 0) * 1000 > now || !Number.isSafeInteger(userId)) throw invalidToken();
  // A login of the future would stay a recent one.
  if (authTime !== null && authTime - now / 1000 > MAX_CLOCK_DIFFERENCE) throw invalidToken();
  if (!Array.isArray(methods)) throw invalidToken();
  return {
    userId,
    deviceTokenId,
    deviceSince,
    authTime,
    tenantId: payload["tenant_id"],
    rotation: payload["rotation"] === true,
    methods: AUTH_METHODS.filter((method) => methods.includes(method)),
  };
}

/** The session of a verified payload. Throws Unauthenticated. */
function sessionOf(payload: JWTPayload): SessionRef | null {
  const [sessionId, pairId] = [naturalOrNull(payload["sid"]), naturalOrNull(payload["pair"])];
  if (sessionId === null && pairId === null) return null;
  if (sessionId === null || pairId === null) throw invalidToken();
  return { sessionId, pairId };
}

/** The token of an `Authorization` header. Throws Unauthenticated. */
export function bearerOf(header: string): string {
  const token = /^bearer +([^ ]+) *$/i.exec(header)?.[1];
  if (token === undefined) throw new Unauthenticated(msg("Log in first."), true);
  return token;
}

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
