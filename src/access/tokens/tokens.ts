import type { JWTPayload } from "jose";
import { Unauthenticated, Unavailable } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import { type NewEvent, recordEvent } from "../../security-log/event.ts";
import type { SecurityLog, SecurityLogDependencies } from "../../security-log/security-log.ts";
import { findAppState } from "../../storage/app-state.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import type { DeviceUse } from "../devices/device-use.ts";
import type { LastUse } from "../last-use.ts";
import { confirmSelf } from "../restored/restored.ts";
import {
  endSessionsOnDevice,
  findActiveSession,
  openSession,
  openSessionOfToken,
  rotateTokenPair,
} from "../sessions/sessions.ts";
import type { Touches } from "../sessions/touches.ts";
import type { AuthResponse, Submission } from "../shapes.ts";
import { findUser, type User } from "../users/users.ts";
import {
  GRACE_SECONDS,
  type Login,
  makeSignedTokens,
  type SignedTokens,
  type TokenSettings,
} from "./signed-tokens.ts";
import { makeTokenCheck, type TokenCheck } from "./token-check.ts";
import { invalidToken } from "./token-claims.ts";
import { isSharedTerminal } from "./token-principal.ts";

/** Issues and checks the server's JWTs (contract 5; HS256, RFC 7519). */
interface Tokens extends Pick<TokenCheck, "authenticate"> {
  /**
   * Opens a session for a user whose login was checked, records `event` with it and returns the session's tokens. The tokens have no
   * session while the disk is not accepting writes. Confirms an unconfirmed Admin after a restore. Throws Unauthenticated where all
   * sessions of the user were ended since the check.
   */
  logIn(login: Login, event?: NewEvent): Promise<AuthResponse>;
  /** Issues a submission token for a login at a paired device. */
  issueSubmission(login: Login): Promise<Submission>;
  /** Issues tokens without a session to a device. They end with the device. */
  issue(login: Login): Promise<AuthResponse>;
  /** Issues new tokens for one that expired less than 24 hours ago. `address`: of the client. Throws Unauthenticated. */
  refresh(token: string, address: string): Promise<AuthResponse>;
}

interface TokenContext {
  readonly storage: Storage;
  readonly settings: TokenSettings;
  readonly sessionUse: LastUse;
  readonly securityLog: SecurityLog;
  readonly signed: SignedTokens;
  readonly check: TokenCheck;
}

/** Creates the service that issues, checks and refreshes tokens. */
export function makeTokens(
  storage: Storage,
  clock: Clock,
  settings: TokenSettings,
  sessionUse: LastUse,
  touches: Pick<Touches, "last">,
  securityLog: SecurityLog,
): Tokens {
  const restoredSince = restoreSecond(storage);
  const signed = makeSignedTokens(clock, settings, restoredSince, ({ user }) =>
    settings.needOf(storage.db, user),
  );
  const check = makeTokenCheck(storage, clock, signed, restoredSince, settings.needOf, touches);
  const context = { storage, settings, sessionUse, securityLog, signed, check };
  return {
    authenticate: check.authenticate,
    logIn: (login, event) => logIn(context, login, event),
    issueSubmission: signed.issueSubmission,
    issue: (login) => signed.issue(login),
    async refresh(token, address) {
      try {
        return await refresh(context, await signed.verify(token, GRACE_SECONDS), address);
      } catch (error) {
        // The request carries no token of its own, so its error asks for none (`WWW-Authenticate`).
        throw error instanceof Unauthenticated ? new Unauthenticated(error.text) : error;
      }
    },
  };
}

/** The second of the last restore, which ends all tokens issued before it; 0: no restore. Seconds since 1970. */
function restoreSecond(storage: Storage): number {
  const restoredAt = findAppState(storage.db, "restore")?.at ?? null;
  return restoredAt === null ? 0 : Math.ceil(Date.parse(restoredAt) / 1000);
}

async function logIn(context: TokenContext, login: Login, event?: NewEvent): Promise<AuthResponse> {
  const { storage, settings, securityLog, signed } = context;
  const { user, device, rotation } = login;
  const open = (tx: Tx) => {
    if (haveSessionsEnded(tx, user)) throw new Unauthenticated(msg("Log in again."));
    if (event !== undefined) recordEvent(tx, event);
    // Our client keeps one login at a time. A copy of an earlier one would otherwise last as long as it reports touches.
    if (device?.kind === "terminal" && rotation)
      endSessionsOnDevice(tx, { oid: device.oid, tenantId: user.tenantId });
    return openSession(tx, login, settings.sessionMs);
  };
  if (user.isConfirmed) {
    const session = await writeUnlessFull(storage, user.tenantId, open);
    // Without a transaction, the event goes to the process log.
    if (session === null && event !== undefined) securityLog.record(event);
    return signed.issue(login, session);
  }
  const confirmAndOpen = (tx: Tx) => {
    confirmSelf(tx, user);
    return open(tx);
  };
  const by = { userId: user.oid, deviceTokenId: null };
  const address = event?.address ?? null;
  const options = { evenWhenLow: true, by, ...(address !== null && { address }) };
  return signed.issue(login, await storage.write(user.tenantId, confirmAndOpen, options));
}

/** Issues the next pair of tokens, in the token's session. Throws Unauthenticated for a stolen refresh token. */
async function refresh(context: TokenContext, payload: JWTPayload, address: string): Promise<AuthResponse> {
  const { storage, settings, sessionUse, signed, check } = context;
  const { use } = payload;
  if (use !== undefined && use !== "refresh") throw invalidToken();
  const principal = check.principalOf(payload);
  const { user, device } = principal;
  const session = check.sessionOf(payload, principal);
  const isRefreshToken = use === "refresh";
  if (principal.rotation && !isRefreshToken) throw invalidToken();
  const tokenKey = session.ref === null ? session.tokenKey : undefined;
  // A session is a user's, and the terminal is the tenant's. Its tokens end with the terminal.
  if (tokenKey !== undefined && isSharedTerminal(principal)) return signed.issue(principal, null, tokenKey);
  const next = await writeUnlessFull(storage, user.tenantId, (tx) => {
    sessionUse.write(tx);
    if (session.ref === null && haveSessionsEnded(tx, user)) return REFUSED;
    const current =
      session.ref ?? openSessionOfToken(tx, { ...principal, tokenKey: session.tokenKey }, settings.sessionMs);
    if (findActiveSession(tx, current.sessionId, user, Date.parse(tx.now)) === null) return REFUSED;
    const pair = rotateTokenPair(tx, current, user, isRefreshToken);
    if (pair !== null) return pair;
    const { oid: userId, tenantId } = user;
    const by = { userId, deviceTokenId: device?.oid ?? null, address };
    recordEvent(tx, { kind: "tokenReuse", reason: "reused", tenantId, ...by });
    return REFUSED;
  });
  if (next !== null && "isRefused" in next) throw invalidToken();
  return signed.issue(principal, next ?? session.ref, tokenKey);
}

/** Whether all sessions of a user were ended, as by a new secret, since the user was read: nothing opens one more then. */
const haveSessionsEnded = (db: Db, { oid, sessionsEndedAt }: User): boolean =>
  findUser(db, oid)?.sessionsEndedAt !== sessionsEndedAt;

/** The session has ended or was not opened. */
const REFUSED = { isRefused: true } as const;

/** Runs `work` in a transaction. Null while the disk is not accepting writes. */
async function writeUnlessFull<T>(
  storage: Storage,
  tenantId: number,
  work: (tx: Tx) => NotPromise<T>,
): Promise<T | null> {
  try {
    return await storage.write(tenantId, work, { evenWhenLow: true });
  } catch (error) {
    if (error instanceof Unavailable) return null;
    throw error;
  }
}

/** The dependencies of endpoints that log users in or pair devices. */
export interface AccessDependencies extends SecurityLogDependencies {
  readonly tokens: Tokens;
  readonly deviceUse: DeviceUse;
  readonly sessionUse: LastUse;
  readonly touches: Touches;
}
