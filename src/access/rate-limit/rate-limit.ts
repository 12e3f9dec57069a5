import { PasswordLocked, PinLocked, SecondFactorLocked, TooManyRequests } from "../../domain/errors.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { type CounterStore, removeOldCounters } from "./counter-store.ts";

// An attempt is counted as wrong before its secret is checked, so that concurrent attempts do not get past the limit. The
// counters are in the database, so that a restart does not reset them (in memory while the disk is not accepting writes:
// attempts.ts).

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 15 * 60_000;

/** The number of wrong attempts within 15 minutes that starts a hold. */
const HOLD_LIMITS = {
  "pin-user": 5,
  "pin-device": 5,
  // One terminal never reaches this; a hundred newly paired terminals do.
  "pin-devices": 20,
  "pin-address": 20,
  // From all unknown callers together (login/known-callers.ts): another address brings no further attempts.
  "password-user": 20,
  // Of one user, from one known browser or address.
  "password-known": 20,
  // Of all users, from one known browser.
  "password-browser": 20,
  "password-address": 20,
  /** The old password entered on a paired device, counted apart from other attempts. */
  "password-device": 20,
  "code-address": 20,
  "setup-address": 5,
  "factor-user": 5,
} as const;

/** The number of wrong attempts since the last right one that locks, at any rate. PINs are counted by kind of sender. */
export const LOCK_LIMITS = {
  /** At the endpoints without a token, and with tokens without a paired device. */
  "lock-anonymous": 10,
  /** From all paired devices on which the user has never logged in. */
  "lock-new-device": 10,
  /** On one device on which the user has logged in. */
  "lock-own-device": 20,
  /** Second factors from any address: their sender knows the password. */
  "lock-factor": 30,
  /** Passwords from all unknown callers together (NIST SP 800-63B, 5.2.2). Ends after a day without an attempt. */
  "lock-password": 100,
  /** Passwords from one known browser or address, or on one paired device. Ends after a day without an attempt. */
  "lock-known": 100,
} as const;

/** The locks that end after a day without an attempt. Refused attempts do not count. */
export const DAY_LOCKS: readonly Counter["kind"][] = ["lock-password", "lock-known"];

/** The user's counters that a right password does not reset: those of second factors, and of the alarm. */
export const KEPT_BY_PASSWORD: readonly Counter["kind"][] = ["factor-user", "lock-factor", "user-failures"];

/** Counters that neither hold nor lock, with the number of attempts they keep (`max`) and for how long. */
const TRACKED = {
  /** All wrong PINs, passwords and second factors of a user. */
  "user-failures": { max: 100, ms: DAY_MS },
  /** All wrong PINs and passwords of a tenant's users. */
  "tenant-failures": { max: 50, ms: HOUR_MS },
} as const;

type TrackedKind = keyof typeof TRACKED;
type HoldKind = keyof typeof HOLD_LIMITS;
type LockKind = keyof typeof LOCK_LIMITS;

/** A counter of attempts. Attempts of one kind and subject are counted together. */
export interface Counter {
  readonly kind: HoldKind | LockKind | TrackedKind;
  readonly subject: string;
  /** The user of the secret; null or absent: unknown. */
  readonly userId?: number | null;
  readonly deviceTokenId?: number | null;
  readonly address?: string;
}

/** The state of a counter. Times are milliseconds since 1970. */
export interface Count {
  readonly times: readonly number[];
  readonly holds: number;
  readonly heldUntil: number;
  /** Wrong attempts, for the kinds that lock. */
  readonly failures: number;
}

const NONE: Count = { times: [], holds: 0, heldUntil: 0, failures: 0 };

/** A counted attempt, which is refunded if its secret is right. */
export interface LoginAttempt {
  readonly at: number;
  readonly counters: readonly { readonly counter: Counter; readonly before: Count }[];
}

/**
 * Counts an attempt as wrong before its secret is checked. The attempt that reaches the limit starts a hold of 30 s. Each
 * further wrong attempt doubles the hold, up to 15 min. Throws PinLocked, PasswordLocked, SecondFactorLocked or TooManyRequests, and
 * counts nothing, while a counter is locked or held.
 */
export function countLoginAttempt(
  store: CounterStore,
  counters: readonly Counter[],
  now: number,
): LoginAttempt {
  const states = counters.map((counter) => ({ counter, before: current(store, counter, now) }));
  const locked = states.find(({ counter, before }) => isLocked(counter.kind, before));
  if (locked !== undefined) throw lockedError(locked.counter.kind);
  const heldUntil = Math.max(...states.map(({ before }) => before.heldUntil));
  if (heldUntil > now) throw new TooManyRequests(Math.ceil((heldUntil - now) / 1000));
  for (const { counter, before } of states) store.save(counter, addAttempt(before, counter.kind, now));
  return { at: now, counters: states };
}

/** Refunds a right attempt: removes the counters of the kinds `reset`, and takes this attempt out of the others. */
export function refundLoginAttempt(
  store: CounterStore,
  attempt: LoginAttempt,
  reset: readonly Counter["kind"][],
): void {
  for (const { counter, before } of attempt.counters) {
    if (reset.includes(counter.kind)) {
      store.remove(counter);
      continue;
    }
    const now = current(store, counter, attempt.at);
    const index = now.times.indexOf(attempt.at);
    const isOwnHold = now.holds === before.holds + 1;
    const { times } = addAttempt(before, counter.kind, attempt.at);
    // A full list has dropped its oldest time for this attempt.
    const dropped = before.times.slice(0, before.times.length + 1 - times.length);
    store.save(counter, {
      times: index < 0 ? now.times : [...dropped, ...now.times.toSpliced(index, 1)],
      holds: isOwnHold ? before.holds : now.holds,
      heldUntil: isOwnHold ? before.heldUntil : now.heldUntil,
      failures: Math.max(0, now.failures - 1),
    });
  }
}

/** The counters that a wrong attempt has locked, and those whose hold it has started. */
export function triggeredLocks({ at, counters }: LoginAttempt): Counter[] {
  const isStarted = ({ kind }: Counter, before: Count) => {
    if (isTrackedKind(kind)) return kind === "user-failures" && isAlarmStarted(before, at);
    const after = addAttempt(before, kind, at);
    return isLockKind(kind) ? after.failures === LOCK_LIMITS[kind] : before.holds === 0 && after.holds > 0;
  };
  return counters.filter(({ counter, before }) => isStarted(counter, before)).map(({ counter }) => counter);
}

function lockedError(kind: Counter["kind"]): TooManyRequests {
  if (DAY_LOCKS.includes(kind)) return new PasswordLocked();
  return kind === "lock-factor" ? new SecondFactorLocked() : new PinLocked();
}

/** The number of wrong attempts at one user within 24 hours that raises the alarm. */
export const USER_ALARM_FAILURES = TRACKED["user-failures"].max;

/** True for the attempt that starts the alarm of a user. It starts anew after the number has halved. */
function isAlarmStarted(before: Count, now: number): boolean {
  return before.holds === 0 && addAttempt(before, "user-failures", now).holds > 0;
}

function isLocked(kind: Counter["kind"], { failures }: Count): boolean {
  return isLockKind(kind) && failures >= LOCK_LIMITS[kind];
}

/** True for a kind that neither holds nor locks. */
export function isTrackedKind(kind: Counter["kind"]): kind is TrackedKind {
  return kind in TRACKED;
}

function isLockKind(kind: Counter["kind"]): kind is LockKind {
  return kind in LOCK_LIMITS;
}

function addAttempt(before: Count, kind: Counter["kind"], now: number): Count {
  if (isLockKind(kind)) return { ...NONE, times: [now], failures: before.failures + 1 };
  if (isTrackedKind(kind)) {
    const { max } = TRACKED[kind];
    const times = [...before.times, now].slice(-max);
    const isAlarm = times.length >= (before.holds > 0 ? max / 2 : max);
    return { ...NONE, times, holds: isAlarm ? 1 : 0 };
  }
  const limit = HOLD_LIMITS[kind];
  const times = [...before.times, now].slice(-limit);
  if (times.length < limit && before.holds === 0) return { ...before, times };
  const hold = Math.min(FIRST_HOLD_MS * 2 ** before.holds, LONGEST_HOLD_MS);
  return { ...NONE, times, holds: before.holds + 1, heldUntil: now + hold };
}

/**
 * The current state: attempts older than 15 minutes are dropped, and after 15 minutes without an attempt the holds too.
 * Counters that lock do not expire, but those of passwords after a day.
 */
function current(store: CounterStore, counter: Counter, now: number): Count {
  const count = store.find(counter);
  if (count === null) return NONE;
  if (DAY_LOCKS.includes(counter.kind)) return now - Math.max(...count.times, 0) >= DAY_MS ? NONE : count;
  if (isLockKind(counter.kind)) return count;
  const ms = isTrackedKind(counter.kind) ? TRACKED[counter.kind].ms : WINDOW_MS;
  const isQuiet = now - Math.max(count.heldUntil, ...count.times, 0) > ms;
  return isQuiet ? NONE : { ...count, times: count.times.filter((time) => now - time <= ms) };
}

/** Removes expired counters. `now`: ms since 1970. */
export function removeExpiredCounters(tx: Tx, now: number): void {
  const daily = { kinds: [...DAY_LOCKS, "user-failures"] as const, before: now - DAY_MS };
  removeOldCounters(tx, { before: now - HOUR_MS, daily });
}

/** The counters that a right secret resets for its user and kind of sender. Counters of addresses stay. */
export const RESET_BY_SECRET: readonly Counter["kind"][] = [
  ...(["pin-user", "pin-device", "password-user", "password-known"] as const),
  ...(["lock-anonymous", "lock-new-device", "lock-own-device", "lock-password", "lock-known"] as const),
];
/** The counters that a right second factor resets. */
export const RESET_BY_SECOND_FACTOR: readonly Counter["kind"][] = ["factor-user", "lock-factor"];
