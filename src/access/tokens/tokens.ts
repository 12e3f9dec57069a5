import type { JWTPayload } from "jose";
import { Unauthenticated, Unavailable } from "../../domain/errors.ts";
import type { Principal, SessionRef } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import { type NewEvent, recordEvent } from "../../security-log/event.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import { findAppState } from "../../storage/app-state.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { confirmSelf } from "../restored/restored.ts";
import type { SessionUse } from "../sessions/session-use.ts";
import { type ActiveSession, findActiveSession, openSession, rotateTokenPair } from "../sessions/sessions.ts";
import type { SecondFactorNeed } from "../users/users.ts";
import { type AuthResponse, type Login, makeSignedTokens, type TokenSettings } from "./signed-tokens.ts";
import { claimsOf } from "./token-claims.ts";
import { bearerOf, invalidToken, sessionOf } from "./token-parts.ts";
import {
  currentTokenPrincipal,
  isAdmitted,
  isSharedTerminal,
  rolesOf,
  type TokenPrincipal,
} from "./token-principal.ts";

const GRACE_SECONDS = 24 * 3600;
const MOST_KNOWN = 10_000;
const LONGEST_KEPT = 1500;
/** A change of any of these may end a token, or change its roles. */
const ENDING_TABLES = ["user", "deviceToken", "session", "totpFactor", "passkey", "setting"] as const;

/** Issues and checks the box's JWTs (contract 5; HS256, RFC 7519). */
export interface Tokens {
  /**
   * Opens a session for a login and gives its tokens, and records `event` with it, if any. While the disk takes no writes
   * they have no session. An Admin whom a restore has left unconfirmed confirms himself by it.
   */
  logIn(login: Login, event?: NewEvent): Promise<AuthResponse>;
  /** Tokens without a session, for a device by itself: they end with the device. */
  issue(login: Login): Promise<AuthResponse>;
  /** Who sends this `Authorization` header, with today's names and roles. Throws Unauthenticated. */
  authenticate(header: string): Principal | Promise<Principal>;
  /** New tokens for one that expired less than 24 hours ago; `address`: of the client. Throws Unauthenticated. */
  refresh(token: string, address: string): Promise<AuthResponse>;
}

/** A verified token. */
interface CachedToken {
  readonly caller: Principal;
  readonly endsAt: number;
  readonly idleMs: number;
  usedAt: number;
}

const WITHOUT_SESSION = { endsAt: Number.POSITIVE_INFINITY, idleMs: Number.POSITIVE_INFINITY } as const;

export function makeTokens(
  storage: Storage,
  clock: Clock,
  settings: TokenSettings,
  uses: SessionUse,
  securityLog: SecurityLog,
): Tokens {
  // Verified tokens by their whole header: a check of the signature costs more than all else of a scan. Anything that could end one empties it.
  const known = new Map<string, CachedToken>();
  // Tokens from before a restore are worth nothing. Seconds since 1970; it happens before a start alone.
  const restoredAt = findAppState(storage.db, "restore")?.at ?? null;
  const restoredSince = restoredAt === null ? 0 : Math.ceil(Date.parse(restoredAt) / 1000);
  storage.onCommit((tables) => {
    if (ENDING_TABLES.some((table) => tables.has(table))) known.clear();
  });
  const needOf = ({ user }: Pick<TokenPrincipal, "user">) => settings.needOf(storage.db, user);
  const { issue, verify: payloadOf } = makeSignedTokens(clock, settings, restoredSince, needOf);

  /** Whom a verified payload speaks for. */
  function holderOf(payload: JWTPayload): TokenPrincipal {
    const now = clock.now();
    if ((payload.iat ?? 0) < restoredSince) throw invalidToken();
    const claims = claimsOf(payload, now);
    const holder = currentTokenPrincipal(storage.db, claims, now);
    if (holder === null || claims.tenantId !== holder.user.tenantId) throw invalidToken();
    // A shared terminal is the tenant's: it goes on whatever becomes of the secrets of whoever paired it.
    if (!isSharedTerminal(holder) && (payload.iat ?? 0) < holder.user.tokensSince) throw invalidToken();
    if (!isAdmitted(holder, needOf(holder))) throw invalidToken();
    return holder;
  }

  async function check(header: string): Promise<Principal> {
    const payload = await payloadOf(bearerOf(header), 0);
    if (payload["use"] !== undefined) throw invalidToken();
    const holder = holderOf(payload);
    const session = sessionOf(payload);
    const { endsAt: sessionEndsAt, idleMs } = session === null ? WITHOUT_SESSION : living(session, holder);
    const caller = callerOf(holder, needOf(holder), session);
    const deviceEndsAt =
      holder.device === null ? Number.POSITIVE_INFINITY : Date.parse(holder.device.expiresAt);
    const endsAt = Math.min(sessionEndsAt, deviceEndsAt);
    if (header.length > LONGEST_KEPT) return caller;
    if (known.size >= MOST_KNOWN) known.clear();
    const usedAt = clock.now();
    known.set(header, { caller, endsAt: Math.min(endsAt, (payload.exp ?? 0) * 1000), idleMs, usedAt });
    return caller;
  }

  /** Throws Unauthenticated where the session has ended. */
  function living({ sessionId }: SessionRef, { user }: TokenPrincipal): ActiveSession {
    const found = findActiveSession(storage.db, sessionId, user, clock.now());
    if (found === null) throw invalidToken();
    return found;
  }

  /** Runs `work` in a transaction; null while the disk takes no writes. */
  async function writeUnlessFull<T>(tenantId: number, work: (tx: Tx) => NotPromise<T>): Promise<T | null> {
    try {
      return await storage.write(tenantId, work, { evenWhenLow: true });
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }

  /** The session's next pair of tokens. Throws Unauthenticated where a refresh token was stolen. */
  async function refreshed(
    payload: JWTPayload,
    holder: TokenPrincipal,
    address: string,
  ): Promise<AuthResponse> {
    const { user } = holder;
    const session = sessionOf(payload);
    if (session === null) {
      // A device by itself needs none.
      return holder.device !== null && holder.authTime === null ? issue(holder) : logIn(holder);
    }
    living(session, holder);
    const isRefreshToken = payload["use"] === "refresh";
    const isStolen = { isStolen: true } as const;
    const next = await writeUnlessFull(user.tenantId, (tx) => {
      uses.write(tx);
      const pair = rotateTokenPair(tx, session, user, isRefreshToken);
      if (pair !== null) return pair;
      const { oid: userId, tenantId } = user;
      const deviceTokenId = holder.device?.oid ?? null;
      const by = { userId, deviceTokenId, address };
      recordEvent(tx, { kind: "tokenReuse", reason: "reused", tenantId, ...by });
      return isStolen;
    });
    if (next !== null && "isStolen" in next) throw invalidToken();
    return issue(holder, next ?? session);
  }

  async function logIn(login: Login, event?: NewEvent): Promise<AuthResponse> {
    const { user } = login;
    const open = (tx: Tx) => {
      if (event !== undefined) recordEvent(tx, event);
      return openSession(tx, login, settings.sessionMs);
    };
    if (user.isConfirmed) {
      const session = await writeUnlessFull(user.tenantId, open);
      // It goes to the process log then.
      if (session === null && event !== undefined) securityLog.note(event);
      return issue(login, session);
    }
    const confirmAndOpen = (tx: Tx) => {
      confirmSelf(tx, user);
      return open(tx);
    };
    const by = { userId: user.oid, deviceTokenId: null };
    const address = event?.address ?? null;
    const options = { evenWhenLow: true, by, ...(address !== null && { address }) };
    return issue(login, await storage.write(user.tenantId, confirmAndOpen, options));
  }

  return {
    logIn,
    issue: (login) => issue(login),
    authenticate(header) {
      const found = known.get(header);
      if (found === undefined) return check(header);
      const now = clock.now();
      if (found.endsAt > now && now - found.usedAt <= found.idleMs) {
        found.usedAt = now;
        return found.caller;
      }
      known.delete(header);
      // Another token of its session may have been used meanwhile.
      if (found.endsAt > now) return check(header);
      throw invalidToken();
    },
    async refresh(token, address) {
      try {
        const payload = await payloadOf(token, GRACE_SECONDS);
        return await refreshed(payload, holderOf(payload), address);
      } catch (error) {
        // Not the request's own token: without the header that asks for one.
        throw error instanceof Unauthenticated ? new Unauthenticated(error.text) : error;
      }
    },
  };
}

function callerOf(holder: TokenPrincipal, need: SecondFactorNeed, session: SessionRef | null): Principal {
  const { oid: userId, tenantId, userName, fullName } = holder.user;
  return {
    userId,
    tenantId,
    userName,
    fullName,
    roles: rolesOf(holder, need),
    deviceTokenId: holder.device?.oid ?? null,
    deviceKind: holder.device?.kind ?? null,
    authTime: holder.authTime,
    methods: holder.methods ?? [],
    session,
  };
}
