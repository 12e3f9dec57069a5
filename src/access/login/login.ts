import { Forbidden, Unauthenticated } from "../../domain/errors.ts";
import { type SessionClient, WRONG_CREDENTIALS } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Input } from "../../http/endpoint/endpoint-options.ts";
import { surroundingNetwork } from "../../http/limits/client-address.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { NewEvent } from "../../security-log/event.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { Storage } from "../../storage/storage.ts";
import {
  type AttemptCounters,
  type AttemptEvent,
  attemptCounters,
  loginAttemptEvent,
  makePendingAttempts,
  type PendingAttempt,
  type PendingAttempts,
  recordFailure,
  recordIfRejected,
} from "../rate-limit/attempts.ts";
import {
  type Counter,
  countLoginAttempt,
  KEPT_BY_PASSWORD,
  type LoginAttempt,
  RESET_BY_SECOND_FACTOR,
  RESET_BY_SECRET,
  refundLoginAttempt,
} from "../rate-limit/rate-limit.ts";
import { mayConfirmSelf, unconfirmedError } from "../restored/restored.ts";
import { type HashLane, verifySecret } from "../secrets/secret-hash.ts";
import type { AuthResponse } from "../shapes.ts";
import { findUser, findUserByName, type User } from "../users/users.ts";
import { type Caller, type KnownCaller, knownCallers } from "./known-callers.ts";
import { type LoginIdentifier, loginCounters, secondFactorCounters } from "./login-counters.ts";
import { hasLock } from "./login-locks.ts";

const wrong = () => new Unauthenticated(WRONG_CREDENTIALS);
const wrongPin = () => new Unauthenticated(msg("Wrong PIN. Try again."));
const notPaired = () =>
  new Forbidden(msg("This server takes PINs on paired devices only. Pair this device, or use the password."));

/**
 * Checks logins. Each check throws Unauthenticated for a wrong secret, TooManyRequests after too many, and Forbidden for a PIN
 * where only paired devices take them.
 */
export type Logins = ReturnType<typeof makeLogins>;

/** Makes the login checks. They share the counters in `storage`. */
export function makeLogins(storage: Storage, clock: Clock, config: Config, securityLog: SecurityLog) {
  const { db } = storage;
  const counters = attemptCounters(storage);
  const countersOf = loginCounters(storage);
  const known = knownCallers(storage, clock);
  const context = { storage, clock, securityLog, counters, pending: makePendingAttempts() };
  const laneOf = (user: User | null, caller: Caller) => laneOfCaller(user, known.find(user, caller), caller);
  const assertPinAccepted = (deviceTokenId: number | null) => {
    if (deviceTokenId === null && config.isPinOnlyOnPairedDevices) throw notPaired();
  };

  return {
    async byPin(identifier: LoginIdentifier, pin: string, caller: Caller) {
      assertPinAccepted(null);
      const { address } = caller;
      const user =
        "userId" in identifier ? findUser(db, identifier.userId) : findUserByName(db, identifier.userName);
      return checkSecret(context, {
        user,
        secret: pin,
        storedHash: user?.pinHash ?? null,
        counters: countersOf.anonymousPin(user, identifier, address),
        event: loginAttemptEvent(user, address, null, "pin"),
        lane: laneOf(user, caller),
        isPassword: false,
        error: wrong,
      });
    },
    /** `deviceTokenId`: of the paired device that sent the password; absent: none. */
    byPassword(userName: string, password: string, caller: Caller, deviceTokenId: number | null = null) {
      const { address } = caller;
      const user = findUserByName(db, userName);
      const sender = { address, deviceTokenId, known: known.find(user, caller) };
      return checkSecret(context, {
        user,
        secret: password,
        storedHash: user?.passwordHash ?? null,
        counters: countersOf.password(user, userName, sender),
        event: loginAttemptEvent(user, address, deviceTokenId, "password"),
        lane: deviceTokenId === null ? laneOfCaller(user, sender.known, caller) : laneOfDevice(deviceTokenId),
        isPassword: true,
        error: wrong,
      });
    },
    /** Checks a PIN entered at a terminal. Only users of the terminal's tenant can log in. */
    async atTerminal(userId: number, pin: string, terminal: Principal, caller: Caller) {
      const { address } = caller;
      const { tenantId, deviceTokenId } = terminal;
      assertPinAccepted(deviceTokenId);
      const found = findUser(db, userId);
      const user = found?.tenantId === tenantId ? found : null;
      return checkSecret(context, {
        user,
        secret: pin,
        storedHash: user?.pinHash ?? null,
        counters: countersOf.terminalPin(user, userId, terminal, address),
        event: { ...loginAttemptEvent(user, address, deviceTokenId, "pin"), tenantId },
        lane: deviceTokenId === null ? laneOf(user, caller) : laneOfDevice(deviceTokenId),
        isPassword: false,
        error: wrongPin,
      });
    },
    /** Counts an attempt around the check of a second factor, which returns null for a wrong one. Throws TooManyRequests. */
    bySecondFactor: <T>(user: User, address: string, check: () => Promise<T | null>) =>
      checkSecondFactor(
        context,
        secondFactorCounters(user, address),
        loginAttemptEvent(user, address, null, "secondFactor"),
        check,
      ),
    /** Records a completed login, so that its caller is known. Returns the cookie for the response. */
    recordLogin: known.recordLogin,
    /** Ends every hold and lock of a user's PIN, password and second factor. */
    unlock: (userId: number) => counters.change((store) => store.removeOfUser(userId)),
    /** The counters in memory that are not saved while the disk is not accepting writes. */
    unsavedCounters: counters.unsaved,
  };
}

/** A user's known callers share a lane, so that many logins of one user delay no other. Unknown callers have turns by network. */
function laneOfCaller(user: User | null, known: KnownCaller | null, { address }: Caller): HashLane {
  return user !== null && known !== null
    ? { kind: "known", name: `user ${user.oid}` }
    : { kind: "unknown", name: surroundingNetwork(address) };
}

const laneOfDevice = (deviceTokenId: number): HashLane => ({
  kind: "known",
  name: `device ${deviceTokenId}`,
});

/** The secret of the first step, as an authentication method (RFC 8176). */
export type FirstStep = "pwd" | "pin";

/** A completed first step of a login. */
interface PassedStep {
  readonly firstStep: FirstStep;
  /** The client as the login names it; null: not named. */
  readonly client: SessionClient | null;
  /** Whether the tokens are refreshed by their refresh tokens alone. */
  readonly rotation: boolean;
  /** The event that the security log gets once the login is complete. */
  readonly event: NewEvent;
}

/** A completed login: the body of its response, and the cookie that makes the browser known. */
export interface CompletedLogin<T> {
  readonly body: T;
  readonly setCookie: string;
}

/** The host of a request, as its `Host` header names it. */
export type Site = Pick<Input<unknown, unknown, unknown>, "host" | "authority">;

/**
 * Completes a login after its first step, and returns its tokens. Throws SecondFactorNeeded where a second step follows, and
 * Forbidden where the user entered a PIN and must set up a second factor first.
 */
export type CompleteLogin = (user: User, passed: PassedStep, site: Site) => Promise<AuthResponse>;

/** The state that all checks of a server share. */
interface CheckContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly counters: AttemptCounters;
  readonly pending: PendingAttempts;
}

/** A secret to check. */
interface SecretCheck {
  /** Null: no such user. */
  readonly user: User | null;
  readonly secret: string;
  /** The hash of the right secret; null: none is set. */
  readonly storedHash: string | null;
  readonly counters: readonly Counter[];
  /** The event that the security log gets for a failure. */
  readonly event: AttemptEvent;
  /** The lane of the queue of computations. */
  readonly lane: HashLane;
  /** A right password ends every hold and lock of the user, and admits an Admin who confirms himself after a restore. */
  readonly isPassword: boolean;
  /** Makes the error for a wrong secret. */
  readonly error: () => Unauthenticated;
}

const inactive = () => new Unauthenticated(msg("This account is inactive. Ask an administrator."));

/**
 * Counts an attempt, checks its secret and refunds the attempt if the secret is right. An unknown user takes the same time.
 * Throws Unauthenticated for a wrong secret, TooManyRequests after too many, Unavailable when too many checks wait.
 */
function checkSecret(context: CheckContext, login: SecretCheck): Promise<User> {
  return context.pending.runInLane(login.lane.name, async () => {
    const pending = await countAttempt(context, login.counters, login.event);
    const verify = () => verifySecret(login.secret, login.storedHash, login.lane);
    return settle(context, pending, verify, (isRight) =>
      concludeCheck(context, login, isRight, pending.attempt),
    );
  });
}

/** Counts an attempt around the check of a second factor, which returns null for a wrong one. Throws TooManyRequests. */
async function checkSecondFactor<T>(
  context: CheckContext,
  counters: readonly Counter[],
  event: AttemptEvent,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const pending = await countAttempt(context, counters, event);
  return settle(context, pending, check, async (result) => {
    if (result === null) recordFailure(context.securityLog, event, "wrongCredentials", pending.attempt);
    else await refund(context, pending.attempt, RESET_BY_SECOND_FACTOR);
    return result;
  });
}

/** Concludes an attempt by the result of its check. One that could not be checked, as on a full disk, does not count. */
async function settle<C, R>(
  context: CheckContext,
  { attempt, end }: PendingAttempt,
  check: () => Promise<C>,
  conclude: (result: C) => Promise<R>,
): Promise<R> {
  try {
    const result = check().catch(async (error: unknown) => {
      await refund(context, attempt, []);
      throw error;
    });
    return await conclude(await result);
  } finally {
    end();
  }
}

function countAttempt(
  { securityLog, clock, counters: store, pending }: CheckContext,
  counters: readonly Counter[],
  event: AttemptEvent,
): Promise<PendingAttempt> {
  const count = (counted: () => void) =>
    store.change((all) => {
      const attempt = countLoginAttempt(all, counters, clock.now());
      counted();
      return attempt;
    });
  return recordIfRejected(securityLog, event, () => pending.count(counters, count));
}

/** Refunds a right attempt and returns the current user: the secret may have changed during the check. */
async function concludeCheck(
  context: CheckContext,
  { user, storedHash, event, isPassword, error }: SecretCheck,
  isRight: boolean,
  attempt: LoginAttempt,
): Promise<User> {
  const { storage, clock, securityLog } = context;
  const current = user && findUser(storage.db, user.oid);
  if (
    !isRight ||
    current === null ||
    (current.passwordHash !== storedHash && current.pinHash !== storedHash)
  ) {
    recordFailure(securityLog, event, "wrongCredentials", attempt);
    throw error();
  }
  if (!current.isActive) {
    recordFailure(securityLog, event, "inactive", attempt);
    throw inactive();
  }
  if (!current.isConfirmed) {
    // The first Admin who logs in by password after a restore confirms himself.
    const mayConfirm = mayConfirmSelf(storage.db, current);
    if (!mayConfirm || !isPassword) {
      recordFailure(securityLog, event, "unconfirmed", attempt);
      throw unconfirmedError(mayConfirm);
    }
  }
  const isUnlocked = isPassword && hasLock(storage.db, current.oid, clock.now());
  await refund(context, attempt, RESET_BY_SECRET, isPassword ? current.oid : null);
  if (isUnlocked) recordUnlock(securityLog, current, event);
  return current;
}

function recordUnlock(securityLog: SecurityLog, user: User, { address, deviceTokenId }: AttemptEvent): void {
  const { oid: userId, tenantId } = user;
  const target = { type: "user", id: userId } as const;
  const details = { by: "password" };
  securityLog.record({ kind: "unlock", tenantId, userId, deviceTokenId, address, target, details });
}

/** Refunds an attempt. `unlocked`: the user whose other counters are removed too. */
async function refund(
  { counters }: CheckContext,
  attempt: LoginAttempt,
  reset: readonly Counter["kind"][],
  unlocked: number | null = null,
): Promise<void> {
  await counters.change((store) => {
    refundLoginAttempt(store, attempt, reset);
    if (unlocked !== null) store.removeOfUser(unlocked, KEPT_BY_PASSWORD);
  });
}
