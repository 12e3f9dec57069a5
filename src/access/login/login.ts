import { TooManyRequests, Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { WRONG_CREDENTIALS } from "../../domain/wrong-credentials.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { Storage } from "../../storage/storage.ts";
import {
  type AttemptEvent,
  loginAttemptEvent,
  recordFailure,
  recordIfRejected,
} from "../rate-limit/attempt-events.ts";
import { attemptCounters, type UnsavedCounter } from "../rate-limit/attempts.ts";
import { makeLoginLanes } from "../rate-limit/login-lanes.ts";
import {
  type Counter,
  countLoginAttempt,
  FACTOR_KINDS,
  type LoginAttempt,
  RESET_BY_SECRET,
  refundLoginAttempt,
  SETTLED_FACTOR,
} from "../rate-limit/rate-limit.ts";
import { mayConfirmSelf, unconfirmedError } from "../restored/restored.ts";
import { verifySecret } from "../secrets/secret-hash.ts";
import { findUser, findUserByName, type User } from "../users/users.ts";
import {
  type LoginCounters,
  type LoginIdentifier,
  loginCounters,
  secondFactorCounters,
} from "./login-counters.ts";
import { hasLock } from "./login-locks.ts";

/** Checks logins. Each throws Unauthenticated when the secret is wrong, Throttled while too many were. */
export interface Logins {
  byPin(who: LoginIdentifier, pin: string, address: string): Promise<User>;
  /** `deviceTokenId`: of the paired device that the password was typed on, if any. */
  byPassword(
    userName: string,
    password: string,
    address: string,
    deviceTokenId?: number | null,
  ): Promise<User>;
  /** A PIN typed at a terminal, for the users of its tenant alone. */
  atTerminal(userId: number, pin: string, terminal: Principal, address: string): Promise<User>;
  /** Counts an attempt at a second factor around its check, which gives null where it was wrong. Throws Throttled. */
  bySecondFactor<T>(user: User, address: string, check: () => Promise<T | null>): Promise<T | null>;
  /** Ends every hold and lock of a user's PIN, password and second factor. */
  unlock(userId: number): Promise<void>;
  /** The counters that are in memory alone while the disk takes no writes. */
  unsavedCounters(): readonly UnsavedCounter[];
}

/** One secret to check. */
interface Check {
  /** Null: nobody known. */
  readonly user: User | null;
  readonly secret: string;
  /** The hash of the right one, or null. */
  readonly stored: string | null;
  readonly counters: readonly Counter[];
  /** What the security log says where it fails. */
  readonly attempt: AttemptEvent;
  /** Of the queue of computations: the address, or the paired device. */
  readonly lane: string;
  /** A right secret ends every hold and lock of the user, and lets in an Admin who confirms himself after a restore. */
  readonly isPassword: boolean;
  readonly refusal: () => Unauthenticated;
}

const wrong = () => new Unauthenticated(WRONG_CREDENTIALS);
const wrongPin = () => new Unauthenticated(msg("Wrong PIN. Try again.", "Chybný PIN. Zkuste to znovu."));
const inactive = () =>
  new Unauthenticated(
    msg("This account is inactive. Ask an administrator.", "Tento účet není aktivní. Obraťte se na správce."),
  );

/** Makes the login checks; they share the counters in `storage`. */
export function makeLogins(storage: Storage, clock: Clock, securityLog: SecurityLog): Logins {
  const attempts = attemptCounters(storage);
  const countersOf: LoginCounters = loginCounters(storage);
  const underway = new Map<string, Set<Promise<unknown>>>();
  const lanes = makeLoginLanes();

  /** Counts the guess, checks it in the same time whoever it is, and takes it back when it was right. */
  const check = (login: Check): Promise<User> => lanes.run(login.lane, () => checkCounted(login));

  async function checkCounted(login: Check): Promise<User> {
    const guess = await recordIfRejected(securityLog, login.attempt, () => count(login.counters));
    const verified = verifySecret(login.secret, login.stored, login.lane).then(
      (isRight) => settle(login, isRight, guess),
      async (error: unknown) => {
        // Not checked at all (too many wait): then it was no guess.
        await takeBack(guess, []);
        throw error;
      },
    );
    return following(login.counters, verified);
  }

  /** Takes a right guess back and gives the user as of now: the secret may have been changed while it was checked. */
  async function settle(
    { user, stored, attempt, isPassword, refusal }: Check,
    isRight: boolean,
    guess: LoginAttempt,
  ): Promise<User> {
    const today = user && findUser(storage.db, user.oid);
    if (!isRight || today === null || (today.passwordHash !== stored && today.pinHash !== stored)) {
      recordFailure(securityLog, attempt, "wrongCredentials", guess);
      throw refusal();
    }
    if (!today.isActive) {
      recordFailure(securityLog, attempt, "inactive", guess);
      throw inactive();
    }
    if (!today.isConfirmed) refuseUnconfirmed(today, { attempt, isPassword }, guess);
    const isUnlocked = isPassword && hasLock(storage.db, today.oid, clock.now());
    await takeBack(guess, RESET_BY_SECRET, isPassword ? today.oid : null);
    if (isUnlocked) noteUnlocked(today, attempt);
    return today;
  }

  /** Refuses whom no Admin has confirmed after a restore, but for the first Admin who logs in by password. */
  function refuseUnconfirmed(
    user: User,
    { attempt, isPassword }: Pick<Check, "attempt" | "isPassword">,
    guess: LoginAttempt,
  ): void {
    const mayConfirm = mayConfirmSelf(storage.db, user);
    if (mayConfirm && isPassword) return;
    recordFailure(securityLog, attempt, "unconfirmed", guess);
    throw unconfirmedError(mayConfirm);
  }

  function noteUnlocked({ oid, tenantId }: User, { address, deviceTokenId }: AttemptEvent): void {
    const target = { type: "user", id: oid } as const;
    const details = { by: "password" };
    securityLog.note({ kind: "unlock", tenantId, userId: oid, deviceTokenId, address, target, details });
  }

  async function takeBack(
    guess: LoginAttempt,
    settled: readonly Counter["kind"][],
    unlocked: number | null = null,
  ): Promise<void> {
    await attempts.change((counters) => {
      refundLoginAttempt(counters, guess, settled);
      if (unlocked !== null) counters.removeOfUser(unlocked, FACTOR_KINDS);
    });
  }

  /**
   * Counts a guess. Where guesses that are still being checked have filled a counter, it waits for them: they may all be
   * right (a shift logs in through one address).
   */
  async function count(counters: readonly Counter[]): Promise<LoginAttempt> {
    for (;;) {
      try {
        return await attempts.change((store) => countLoginAttempt(store, counters, clock.now()));
      } catch (error) {
        const others = counters.flatMap((counter) => [...(underway.get(keyOf(counter)) ?? [])]);
        if (!(error instanceof TooManyRequests) || others.length === 0) throw error;
        await Promise.race(others.map((other) => other.catch(() => null)));
      }
    }
  }

  /** Keeps `checking` in sight of others on the same counters while it runs. */
  async function following<T>(counters: readonly Counter[], checking: Promise<T>): Promise<T> {
    const keys = counters.map(keyOf);
    for (const key of keys) underway.set(key, (underway.get(key) ?? new Set()).add(checking));
    try {
      return await checking;
    } finally {
      for (const key of keys) {
        const others = underway.get(key);
        others?.delete(checking);
        if (others?.size === 0) underway.delete(key);
      }
    }
  }

  return {
    byPin(who, pin, address) {
      const user =
        "userId" in who ? findUser(storage.db, who.userId) : findUserByName(storage.db, who.userName);
      const counters = countersOf.anonymousPin(user, who, address);
      const stored = user?.pinHash ?? null;
      const attempt = loginAttemptEvent(user, address, null, "pin");
      return check({
        ...{ user, secret: pin, stored, counters, attempt, lane: address, isPassword: false, refusal: wrong },
      });
    },
    byPassword(userName, password, address, deviceTokenId = null) {
      const user = findUserByName(storage.db, userName);
      const counters = countersOf.password(user, userName, address, deviceTokenId);
      const stored = user?.passwordHash ?? null;
      return check({
        user,
        secret: password,
        stored,
        counters,
        attempt: loginAttemptEvent(user, address, deviceTokenId, "password"),
        lane: laneOf(address, deviceTokenId),
        isPassword: true,
        refusal: wrong,
      });
    },
    atTerminal(userId, pin, terminal, address) {
      const found = findUser(storage.db, userId);
      const user = found?.tenantId === terminal.tenantId ? found : null;
      const counters = countersOf.terminalPin(user, userId, terminal, address);
      const stored = user?.pinHash ?? null;
      return check({
        user,
        secret: pin,
        stored,
        counters,
        attempt: {
          ...loginAttemptEvent(user, address, terminal.deviceTokenId, "pin"),
          tenantId: terminal.tenantId,
        },
        lane: laneOf(address, terminal.deviceTokenId),
        isPassword: false,
        refusal: wrongPin,
      });
    },
    async bySecondFactor(user, address, check) {
      const counters = secondFactorCounters(user, address);
      const attempt = loginAttemptEvent(user, address, null, "secondFactor");
      const guess = await recordIfRejected(securityLog, attempt, () => count(counters));
      const checked = check().then(async (proved) => {
        if (proved === null) recordFailure(securityLog, attempt, "wrongCredentials", guess);
        else await takeBack(guess, SETTLED_FACTOR);
        return proved;
      });
      return following(counters, checked);
    },
    unlock: (userId) => attempts.change((counters) => counters.removeOfUser(userId)),
    unsavedCounters: attempts.unsaved,
  };
}

function laneOf(address: string, deviceTokenId: number | null): string {
  return deviceTokenId === null ? address : `device ${deviceTokenId}`;
}

const keyOf = ({ kind, subject }: Counter) => `${kind} ${subject}`;
