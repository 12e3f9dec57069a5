import { PinLocked, SecondFactorLocked, TooManyRequests } from "../../domain/errors.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { type CounterStore, removeOldCounters } from "./counter-store.ts";

// Wrong guesses are counted before the guess is checked, so that concurrent ones get no more; in the database, so that a
// restart gets no more (in memory while the disk takes no writes: attempts.ts).

const WINDOW_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 15 * 60_000;

/** How many wrong guesses within 15 minutes start a hold. */
const HOLD_LIMITS = {
  "pin-user": 5,
  "pin-device": 5,
  // One terminal never gets there; a hundred newly paired ones do.
  "pin-devices": 20,
  "pin-address": 20,
  "password-user": 20,
  "password-address": 20,
  /** The old password typed on a paired device: its own attempts are apart from all others. */
  "password-device": 20,
  "code-address": 20,
  "setup-address": 5,
  "factor-user": 5,
} as const;

/** How many wrong attempts since the last right one lock, however slowly they came: PINs by the kind of caller. */
export const LOCK_LIMITS = {
  /** At the endpoints that need no token, and by tokens of no paired device. */
  "lock-anonymous": 10,
  /** From all paired devices on which the user has never logged in. */
  "lock-new-device": 10,
  /** On one device that the user has logged in on. */
  "lock-own-device": 20,
  /** Second factors, wherever they came from: whoever sends them knows the password. */
  "lock-factor": 30,
} as const;

/** Counters of second factors: a right password does not end them. */
export const FACTOR_KINDS: readonly string[] = ["factor-user", "lock-factor"] satisfies Counter["kind"][];

/** While a user's password is held, an address that has sent fewer wrong ones than this may still try. */
const FREE_ATTEMPTS = 3;

/** Counters that neither hold nor lock: how many attempts they keep, and for how long. */
const TRACKED = {
  "password-user-address": { kept: FREE_ATTEMPTS, ms: WINDOW_MS },
  /** All wrong PINs and passwords of a tenant's users. */
  "tenant-failures": { kept: 50, ms: HOUR_MS },
} as const;

type TrackedKind = keyof typeof TRACKED;
type HoldKind = keyof typeof HOLD_LIMITS;
type LockKind = keyof typeof LOCK_LIMITS;

/** Whose guesses are counted together. */
export interface Counter {
  readonly kind: HoldKind | LockKind | TrackedKind;
  readonly subject: string;
  /** Whose secret; null or absent: of nobody known. */
  readonly userId?: number | null;
  readonly deviceTokenId?: number | null;
  readonly address?: string;
}

/** What a counter holds. Times are milliseconds since 1970. */
export interface Count {
  readonly times: readonly number[];
  readonly holds: number;
  readonly heldUntil: number;
  /** Of the kinds that lock alone. */
  readonly failures: number;
}

const NONE: Count = { times: [], holds: 0, heldUntil: 0, failures: 0 };

/** A guess that was counted: to be taken back when it turns out right. */
export interface LoginAttempt {
  readonly at: number;
  readonly counters: readonly { readonly counter: Counter; readonly before: Count }[];
}

/**
 * Counts a guess as wrong before it is checked. The guess that reaches the limit starts a hold of 30 s; each wrong one
 * after it doubles the hold, up to 15 min. A hold of a user's password lets addresses try that have sent hardly any
 * wrong one. Throws PinLocked, SecondFactorLocked or Throttled, and counts nothing, while any of the counters
 * is locked or held.
 */
export function countLoginAttempt(
  store: CounterStore,
  counters: readonly Counter[],
  now: number,
): LoginAttempt {
  const all = counters.map((counter) => ({ counter, before: current(store, counter, now) }));
  const isFree = all.some(
    ({ counter, before }) => counter.kind === "password-user-address" && before.times.length < FREE_ATTEMPTS,
  );
  // Whoever guesses a password holds the addresses that guesses came from, not the user everywhere.
  const states = all.filter(
    ({ counter, before }) => !(isFree && counter.kind === "password-user" && before.heldUntil > now),
  );
  const locked = states.find(({ counter, before }) => isLocked(counter.kind, before));
  if (locked !== undefined)
    throw locked.counter.kind === "lock-factor" ? new SecondFactorLocked() : new PinLocked();
  const heldUntil = Math.max(...states.map(({ before }) => before.heldUntil));
  if (heldUntil > now) throw new TooManyRequests(Math.ceil((heldUntil - now) / 1000));
  for (const { counter, before } of states) store.save(counter, counted(before, counter.kind, now));
  return { at: now, counters: states };
}

/** Takes a right guess back: the counters of `settled` kinds start anew, the others lose this one guess alone. */
export function refundLoginAttempt(
  store: CounterStore,
  guess: LoginAttempt,
  settled: readonly Counter["kind"][],
): void {
  for (const { counter, before } of guess.counters) {
    if (settled.includes(counter.kind)) {
      store.remove(counter);
      continue;
    }
    const now = current(store, counter, guess.at);
    const at = now.times.indexOf(guess.at);
    const ownHold = now.holds === before.holds + 1;
    store.save(counter, {
      times: at < 0 ? now.times : now.times.toSpliced(at, 1),
      holds: ownHold ? before.holds : now.holds,
      heldUntil: ownHold ? before.heldUntil : now.heldUntil,
      failures: Math.max(0, now.failures - 1),
    });
  }
}

/** The counters that this guess, if it was wrong, has locked, and those whose hold it began. */
export function triggeredLocks({ at, counters }: LoginAttempt): Counter[] {
  const isStarted = ({ kind }: Counter, before: Count) => {
    if (isTrackedKind(kind)) return false;
    const after = counted(before, kind, at);
    return isLockKind(kind) ? after.failures === LOCK_LIMITS[kind] : before.holds === 0 && after.holds > 0;
  };
  return counters.filter(({ counter, before }) => isStarted(counter, before)).map(({ counter }) => counter);
}

function isLocked(kind: Counter["kind"], { failures }: Count): boolean {
  return isLockKind(kind) && failures >= LOCK_LIMITS[kind];
}

function isTrackedKind(kind: Counter["kind"]): kind is TrackedKind {
  return kind in TRACKED;
}

function isLockKind(kind: Counter["kind"]): kind is LockKind {
  return kind in LOCK_LIMITS;
}

function counted(before: Count, kind: Counter["kind"], now: number): Count {
  if (isLockKind(kind)) return { ...NONE, times: [now], failures: before.failures + 1 };
  if (isTrackedKind(kind)) return { ...NONE, times: [...before.times, now].slice(-TRACKED[kind].kept) };
  const limit = HOLD_LIMITS[kind];
  const times = [...before.times, now].slice(-limit);
  if (times.length < limit && before.holds === 0) return { ...before, times };
  const hold = Math.min(FIRST_HOLD_MS * 2 ** before.holds, LONGEST_HOLD_MS);
  return { ...NONE, times, holds: before.holds + 1, heldUntil: now + hold };
}

/**
 * The state as it counts now: guesses of more than 15 minutes ago are gone, and after 15 quiet minutes the holds too. What
 * locks stays.
 */
function current(store: CounterStore, counter: Counter, now: number): Count {
  const count = store.find(counter);
  if (count === null) return NONE;
  if (isLockKind(counter.kind)) return count;
  const ms = isTrackedKind(counter.kind) ? TRACKED[counter.kind].ms : WINDOW_MS;
  const isQuiet = now - Math.max(count.heldUntil, ...count.times, 0) > ms;
  return isQuiet ? NONE : { ...count, times: count.times.filter((time) => now - time <= ms) };
}

/** Removes counters that say nothing any more. */
export function removeExpiredCounters(tx: Tx, now: number): void {
  removeOldCounters(tx, now - HOUR_MS);
}

/** A right secret clears these counters of its user and kind of caller; what an address has used up stays. */
export const RESET_BY_SECRET: readonly Counter["kind"][] = [
  ...(["pin-user", "pin-device", "password-user"] as const),
  ...(["lock-anonymous", "lock-new-device", "lock-own-device"] as const),
];
/** And a right second factor these. */
export const SETTLED_FACTOR: readonly Counter["kind"][] = ["factor-user", "lock-factor"];
