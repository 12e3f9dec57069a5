import { Unauthenticated } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { Storage } from "../../storage/storage.ts";
import { type AttemptEvent, recordFailure, recordIfRejected } from "../rate-limit/attempt-events.ts";
import type { AttemptCounters } from "../rate-limit/attempts.ts";
import type { PendingAttempts } from "../rate-limit/pending-attempts.ts";
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
import { findUser, type User } from "../users/users.ts";
import { hasLock } from "./login-locks.ts";

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
export function checkSecret(context: CheckContext, login: SecretCheck): Promise<User> {
  return context.pending.runInLane(login.lane.name, async () => {
    const attempt = await countAttempt(context, login.counters, login.event);
    const verified = verifySecret(login.secret, login.storedHash, login.lane).then(
      (isRight) => concludeCheck(context, login, isRight, attempt),
      async (error: unknown) => {
        // The secret was not checked, so the attempt does not count.
        await refund(context, attempt, []);
        throw error;
      },
    );
    return context.pending.track(login.counters, verified);
  });
}

/** Counts an attempt around the check of a second factor, which returns null for a wrong one. Throws TooManyRequests. */
export async function checkSecondFactor<T>(
  context: CheckContext,
  counters: readonly Counter[],
  event: AttemptEvent,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const attempt = await countAttempt(context, counters, event);
  const checked = check().then(async (result) => {
    if (result === null) recordFailure(context.securityLog, event, "wrongCredentials", attempt);
    else await refund(context, attempt, RESET_BY_SECOND_FACTOR);
    return result;
  });
  return context.pending.track(counters, checked);
}

function countAttempt(
  { securityLog, clock, counters: store, pending }: CheckContext,
  counters: readonly Counter[],
  event: AttemptEvent,
): Promise<LoginAttempt> {
  const count = () => store.change((all) => countLoginAttempt(all, counters, clock.now()));
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
