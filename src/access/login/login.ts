import { Unauthenticated } from "../../domain/errors.ts";
import { WRONG_CREDENTIALS } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { Storage } from "../../storage/storage.ts";
import { loginAttemptEvent } from "../rate-limit/attempt-events.ts";
import { attemptCounters, type UnsavedCounter } from "../rate-limit/attempts.ts";
import { makePendingAttempts } from "../rate-limit/pending-attempts.ts";
import { findUser, findUserByName, type User } from "../users/users.ts";
import { type LoginIdentifier, loginCounters, secondFactorCounters } from "./login-counters.ts";
import { checkSecondFactor, checkSecret } from "./secret-check.ts";

/** Checks logins. Each check throws Unauthenticated for a wrong secret, and TooManyRequests after too many. */
export interface Logins {
  byPin(identifier: LoginIdentifier, pin: string, address: string): Promise<User>;
  /** `deviceTokenId`: of the paired device that sent the password; absent: none. */
  byPassword(
    userName: string,
    password: string,
    address: string,
    deviceTokenId?: number | null,
  ): Promise<User>;
  /** Checks a PIN entered at a terminal. Only users of the terminal's tenant can log in. */
  atTerminal(userId: number, pin: string, terminal: Principal, address: string): Promise<User>;
  /** Counts an attempt around the check of a second factor, which returns null for a wrong one. Throws TooManyRequests. */
  bySecondFactor<T>(user: User, address: string, check: () => Promise<T | null>): Promise<T | null>;
  /** Ends every hold and lock of a user's PIN, password and second factor. */
  unlock(userId: number): Promise<void>;
  /** The counters in memory that are not saved while the disk is not accepting writes. */
  unsavedCounters(): readonly UnsavedCounter[];
}

const wrong = () => new Unauthenticated(WRONG_CREDENTIALS);
const wrongPin = () => new Unauthenticated(msg("Wrong PIN. Try again."));

/** Makes the login checks. They share the counters in `storage`. */
export function makeLogins(storage: Storage, clock: Clock, securityLog: SecurityLog): Logins {
  const { db } = storage;
  const counters = attemptCounters(storage);
  const countersOf = loginCounters(storage);
  const context = { storage, clock, securityLog, counters, pending: makePendingAttempts() };

  return {
    byPin(identifier, pin, address) {
      const user =
        "userId" in identifier ? findUser(db, identifier.userId) : findUserByName(db, identifier.userName);
      return checkSecret(context, {
        user,
        secret: pin,
        storedHash: user?.pinHash ?? null,
        counters: countersOf.anonymousPin(user, identifier, address),
        event: loginAttemptEvent(user, address, null, "pin"),
        lane: address,
        isPassword: false,
        error: wrong,
      });
    },
    byPassword(userName, password, address, deviceTokenId = null) {
      const user = findUserByName(db, userName);
      return checkSecret(context, {
        user,
        secret: password,
        storedHash: user?.passwordHash ?? null,
        counters: countersOf.password(user, userName, address, deviceTokenId),
        event: loginAttemptEvent(user, address, deviceTokenId, "password"),
        lane: laneOf(address, deviceTokenId),
        isPassword: true,
        error: wrong,
      });
    },
    atTerminal(userId, pin, terminal, address) {
      const { tenantId, deviceTokenId } = terminal;
      const found = findUser(db, userId);
      const user = found?.tenantId === tenantId ? found : null;
      return checkSecret(context, {
        user,
        secret: pin,
        storedHash: user?.pinHash ?? null,
        counters: countersOf.terminalPin(user, userId, terminal, address),
        event: { ...loginAttemptEvent(user, address, deviceTokenId, "pin"), tenantId },
        lane: laneOf(address, deviceTokenId),
        isPassword: false,
        error: wrongPin,
      });
    },
    bySecondFactor: (user, address, check) =>
      checkSecondFactor(
        context,
        secondFactorCounters(user, address),
        loginAttemptEvent(user, address, null, "secondFactor"),
        check,
      ),
    unlock: (userId) => counters.change((store) => store.removeOfUser(userId)),
    unsavedCounters: counters.unsaved,
  };
}

function laneOf(address: string, deviceTokenId: number | null): string {
  return deviceTokenId === null ? address : `device ${deviceTokenId}`;
}
