import type { JWTPayload } from "jose";
import type { Principal, SessionRef } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Storage } from "../../storage/storage.ts";
import { type ActiveSession, findActiveSession } from "../sessions/sessions.ts";
import { type TouchedLogin, type Touches, terminalIdleMs } from "../sessions/touches.ts";
import type { SecondFactorNeed, SecondFactorNeedOf } from "../users/users.ts";
import type { SignedTokens } from "./signed-tokens.ts";
import {
  bearerOf,
  claimsOf,
  findTokenSession,
  invalidToken,
  type TokenClaims,
  type TokenSession,
} from "./token-claims.ts";
import {
  currentTokenPrincipal,
  isAdmitted,
  isSharedTerminal,
  pairedAt,
  rolesOf,
  type TokenPrincipal,
} from "./token-principal.ts";

const MAX_CACHED_TOKENS = 10_000;
const MAX_CACHED_CHARACTERS = 1500;
/** A change in any of these tables may end a token or change its roles. */
const TOKEN_TABLES = ["user", "deviceToken", "session", "totpFactor", "passkey", "setting"] as const;

/** Checks tokens against the database. */
export type TokenCheck = ReturnType<typeof makeTokenCheck>;

/** A verified token. Times are milliseconds since 1970. */
interface CachedToken {
  readonly principal: Principal;
  readonly endsAt: number;
  readonly idleMs: number;
  usedAt: number;
  /** The login whose touches count as its use; null: each request is one. */
  readonly touchedLogin: TouchedLogin | null;
}

/** Verified tokens by their header: the signature check costs more than the rest of a scan. */
function makeTokenCache(storage: Storage, touches: Pick<Touches, "last">) {
  const cache = new Map<string, CachedToken>();
  storage.onChange(TOKEN_TABLES, () => cache.clear());
  return {
    /** The principal of a header; null: unknown, or its session has to be read again. Throws Unauthenticated for an expired one. */
    find(header: string, now: number) {
      const cached = cache.get(header);
      if (cached === undefined) return null;
      const { touchedLogin } = cached;
      const touchedAt = touchedLogin === null ? 0 : touches.last(touchedLogin);
      if (cached.endsAt > now && now - Math.max(cached.usedAt, touchedAt) <= cached.idleMs) {
        if (touchedLogin === null) cached.usedAt = now;
        return cached.principal;
      }
      cache.delete(header);
      // Another token of the session may have been used meanwhile.
      if (cached.endsAt > now) return null;
      throw invalidToken();
    },
    /** Adds a token, if its header is not too long. */
    add(header: string, token: CachedToken) {
      if (header.length > MAX_CACHED_CHARACTERS) return;
      if (cache.size >= MAX_CACHED_TOKENS) cache.clear();
      cache.set(header, token);
    },
  };
}

/** True for a login of a user at a shared terminal. */
const isLoginAtTerminal = ({ device, authTime }: TokenPrincipal) =>
  device?.kind === "terminal" && authTime !== null;

const isSubmission = (payload: JWTPayload) => payload["use"] === "submission";

/** `restoredSince`: tokens issued before it are invalid, in seconds since 1970. */
export function makeTokenCheck(
  storage: Storage,
  clock: Clock,
  signed: Pick<SignedTokens, "verify" | "submissionKeyOf">,
  restoredSince: number,
  needOf: SecondFactorNeedOf,
  touches: Pick<Touches, "last">,
) {
  const cache = makeTokenCache(storage, touches);

  function principalOf(payload: JWTPayload): TokenPrincipal {
    const now = clock.now();
    if ((payload.iat ?? 0) < restoredSince) throw invalidToken();
    const claims = claimsOf(payload, now);
    const principal = currentTokenPrincipal(storage.db, claims, now);
    if (principal === null || claims.tenantId !== principal.user.tenantId) throw invalidToken();
    // A shared terminal belongs to the tenant: a new secret of the user who paired it does not end its tokens.
    if (!isSharedTerminal(principal) && (payload.iat ?? 0) < principal.user.tokensSince) throw invalidToken();
    if (!isOfLastPairing(principal.device, claims, payload)) throw invalidToken();
    if (!isAdmitted(principal, needOf(storage.db, principal.user))) throw invalidToken();
    return principal;
  }

  function activeSession({ sessionId }: SessionRef, login: TokenPrincipal): ActiveSession {
    const idle = isLoginAtTerminal(login)
      ? { idleMs: terminalIdleMs(storage.db), lastTouch: touches.last(sessionId) }
      : null;
    const session = findActiveSession(storage.db, sessionId, login.user, clock.now(), idle);
    if (session === null) throw invalidToken();
    return session;
  }

  function sessionOf(payload: JWTPayload, login: TokenPrincipal): TokenSession {
    const session = findTokenSession(storage.db, payload, login, (ref) => activeSession(ref, login));
    if (session.ref !== null || isSubmission(payload) || !isLoginAtTerminal(login)) return session;
    // The disk was full at the login. Its touches are in memory only, so a restart forgets them.
    const idleMs = terminalIdleMs(storage.db);
    const usedAt = Math.max(touches.last(session.tokenKey), (login.authTime ?? 0) * 1000);
    if (clock.now() - usedAt > idleMs) throw invalidToken();
    return { ...session, idleMs, usedAt };
  }

  async function check(header: string): Promise<Principal> {
    const payload = await signed.verify(bearerOf(header), 0);
    if (payload["use"] !== undefined && !isSubmission(payload)) throw invalidToken();
    const login = principalOf(payload);
    const session = sessionOf(payload, login);
    const { endsAt, idleMs, usedAt } = session;
    const principal: Principal = {
      ...toPrincipal(login, needOf(storage.db, login.user), session),
      ...(isSubmission(payload) && { submission: { key: signed.submissionKeyOf(payload) } }),
    };
    const isTouched = isLoginAtTerminal(login) && !isSubmission(payload);
    const touchedLogin = isTouched ? (session.ref?.sessionId ?? principal.tokenKey ?? null) : null;
    cache.add(header, {
      principal,
      idleMs,
      touchedLogin,
      endsAt: Math.min(endsAt, endOf(login, payload)),
      usedAt: touchedLogin === null ? clock.now() : usedAt,
    });
    return principal;
  }

  return {
    /** The principal of a verified payload. Throws Unauthenticated. */
    principalOf,
    /** The session of a token. Throws Unauthenticated where it has ended. */
    sessionOf,
    /** The principal of an `Authorization` header, with current names and roles. Throws Unauthenticated. */
    authenticate: (header: string) => cache.find(header, clock.now()) ?? check(header),
  };
}

/** True for a token that does not come from an earlier pairing of its device. */
function isOfLastPairing(
  device: TokenPrincipal["device"],
  { deviceSince }: TokenClaims,
  { iat = 0 }: JWTPayload,
): boolean {
  if (device === null) return true;
  const at = pairedAt(device);
  // Tokens of an earlier version of the server do not have the claim.
  return deviceSince === null ? iat >= Math.floor(at / 1000) : deviceSince === at;
}

/** The end of a token or of its device, whichever is first. Milliseconds since 1970. */
function endOf({ device }: TokenPrincipal, { exp = 0 }: JWTPayload): number {
  const deviceEndsAt = device === null ? Number.POSITIVE_INFINITY : Date.parse(device.expiresAt);
  return Math.min(deviceEndsAt, exp * 1000);
}

function toPrincipal(login: TokenPrincipal, need: SecondFactorNeed, session: TokenSession): Principal {
  const { oid: userId, tenantId, userName, fullName } = login.user;
  return {
    userId,
    tenantId,
    userName,
    fullName,
    roles: rolesOf(login, need),
    deviceTokenId: login.device?.oid ?? null,
    deviceKind: login.device?.kind ?? null,
    authTime: login.authTime,
    methods: login.methods ?? [],
    session: session.ref,
    ...(session.ref === null && { tokenKey: session.tokenKey }),
    ...(login.rotation && { rotation: true }),
  };
}
