import { Unauthenticated } from "../../domain/errors.ts";
import { WRONG_CREDENTIALS } from "../../domain/login.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { surroundingNetwork } from "../../http/limits/client-address.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { Storage } from "../../storage/storage.ts";
import { loginAttemptEvent } from "../rate-limit/attempt-events.ts";
import { attemptCounters, type UnsavedCounter } from "../rate-limit/attempts.ts";
import { makePendingAttempts } from "../rate-limit/pending-attempts.ts";
import type { HashLane } from "../secrets/secret-hash.ts";
import { findUser, findUserByName, type User } from "../users/users.ts";
import { type Caller, type KnownCaller, knownCallers } from "./known-callers.ts";
import { type LoginIdentifier, loginCounters, secondFactorCounters } from "./login-counters.ts";
import { checkSecondFactor, checkSecret } from "./secret-check.ts";

/** Checks logins. Each check throws Unauthenticated for a wrong secret, and TooManyRequests after too many. */
export interface Logins {
  byPin(identifier: LoginIdentifier, pin: string, caller: Caller): Promise<User>;
  /** `deviceTokenId`: of the paired device that sent the password; absent: none. */
  byPassword(
    userName: string,
    password: string,
    caller: Caller,
    deviceTokenId?: number | null,
  ): Promise<User>;
  /** Checks a PIN entered at a terminal. Only users of the terminal's tenant can log in. */
  atTerminal(userId: number, pin: string, terminal: Principal, caller: Caller): Promise<User>;
  /** Counts an attempt around the check of a second factor, which returns null for a wrong one. Throws TooManyRequests. */
  bySecondFactor<T>(user: User, address: string, check: () => Promise<T | null>): Promise<T | null>;
  /** Records a completed login, so that its caller is known. Returns the cookie for the response. */
  recordLogin(user: User, caller: Caller): Promise<string>;
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
  const known = knownCallers(storage, clock);
  const context = { storage, clock, securityLog, counters, pending: makePendingAttempts() };
  const laneOf = (user: User | null, caller: Caller) => laneOfCaller(user, known.find(user, caller), caller);

  return {
    byPin(identifier, pin, caller) {
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
    byPassword(userName, password, caller, deviceTokenId = null) {
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
    atTerminal(userId, pin, terminal, caller) {
      const { address } = caller;
      const { tenantId, deviceTokenId } = terminal;
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
    bySecondFactor: (user, address, check) =>
      checkSecondFactor(
        context,
        secondFactorCounters(user, address),
        loginAttemptEvent(user, address, null, "secondFactor"),
        check,
      ),
    recordLogin: known.recordLogin,
    unlock: (userId) => counters.change((store) => store.removeOfUser(userId)),
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
