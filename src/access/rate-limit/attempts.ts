import {
  PasswordLocked,
  PinLocked,
  SecondFactorLocked,
  TooManyRequests,
  Unavailable,
} from "../../domain/errors.ts";
import type { Reason } from "../../domain/security-event-kinds.ts";
import { busyError } from "../../platform/concurrency-limit.ts";
import type { Details } from "../../security-log/event.ts";
import type { SecurityLog } from "../../security-log/security-log.ts";
import type { NotPromise } from "../../storage/database/group-commit.ts";
import type { Storage } from "../../storage/storage.ts";
import { type CounterStore, countersIn, countersOfUser, findCount } from "./counter-store.ts";
import {
  type Count,
  type Counter,
  isTrackedKind,
  type LoginAttempt,
  triggeredLocks,
  USER_ALARM_FAILURES,
} from "./rate-limit.ts";

/** The counters of login attempts: in the database, or in memory while the disk is not accepting writes. */
export interface AttemptCounters {
  /** Runs `work` on the counters in one transaction, or in memory. `work` may run twice. Rejects with the error of `work`. */
  change<T>(work: (counters: CounterStore) => NotPromise<T>): Promise<T>;
  /** The counters in memory that are newer than those in the database. */
  unsaved(): readonly UnsavedCounter[];
}

/** Maximum number of counters in memory. The oldest are removed first, and those of no user before those of users. */
const MAX_IN_MEMORY = 10_000;

type Key = Parameters<CounterStore["remove"]>[0];

/** A counter in memory. */
export type UnsavedCounter =
  | { readonly counter: Counter; readonly count: Count }
  /** A removed counter. */
  | { readonly counter: Key; readonly count: null };

/** Makes the counters of this storage. */
export function attemptCounters(storage: Storage): AttemptCounters {
  /** Counters newer than those in the database. */
  const unsaved = new Map<string, UnsavedCounter>();

  function put(entry: UnsavedCounter): void {
    const key = keyOf(entry.counter);
    unsaved.delete(key);
    unsaved.set(key, entry);
    if (unsaved.size > MAX_IN_MEMORY) removeOldest();
  }

  function removeOldest(): void {
    for (const [key, { counter, count }] of unsaved) {
      if (count === null || (counter.userId ?? null) !== null) continue;
      unsaved.delete(key);
      return;
    }
    const [oldest] = unsaved.keys();
    if (oldest !== undefined) unsaved.delete(oldest);
  }

  const inMemory: CounterStore = {
    find(counter) {
      const found = unsaved.get(keyOf(counter));
      return found === undefined ? findCount(storage.db, counter) : found.count;
    },
    save: (counter, count) => put({ counter, count }),
    remove: (counter) => put({ counter, count: null }),
    removeOfUser(userId, except = []) {
      const newer = [...unsaved.values()].flatMap(({ counter, count }) =>
        count !== null && counter.userId === userId ? [counter] : [],
      );
      for (const counter of [...countersOfUser(storage.db, userId), ...newer]) {
        if (!except.includes(counter.kind)) put({ counter, count: null });
      }
    },
  };

  async function saveAll(): Promise<void> {
    const entries = [...unsaved];
    await storage.write(
      null,
      (tx) => {
        const counters = countersIn(tx);
        for (const [, entry] of entries) {
          if (entry.count === null) counters.remove(entry.counter);
          else counters.save(entry.counter, entry.count);
        }
      },
      { evenWhenLow: true },
    );
    for (const [key, entry] of entries) if (unsaved.get(key) === entry) unsaved.delete(key);
  }

  return {
    async change(work) {
      try {
        while (unsaved.size > 0) await saveAll();
        return await storage.write(null, (tx) => work(countersIn(tx)), { evenWhenLow: true });
      } catch (error) {
        if (!(error instanceof Unavailable)) throw error;
        return work(inMemory);
      }
    },
    unsaved: () => [...unsaved.values()],
  };
}

const keyOf = ({ kind, subject }: Key) => `${kind} ${subject}`;

/** Maximum number of pending logins of one lane: a user's known callers, a device, or a network of unknown callers. */
const MAX_IN_LANE = 256;

/** Login attempts whose secret is still being checked. */
export interface PendingAttempts {
  /** Runs `work` in a lane, so that one lane can't fill the queue. Throws Unavailable while the lane is full. */
  runInLane<T>(lane: string, work: () => Promise<T>): Promise<T>;
  /**
   * Counts an attempt by `count`, which calls `counted` in its transaction. The attempt is pending from then on until `end` is
   * called. While pending attempts fill one of the counters, it waits for them: all of them may have the right secret (a shift
   * logs in through one address). Throws TooManyRequests.
   */
  count(
    counters: readonly Counter[],
    count: (counted: () => void) => Promise<LoginAttempt>,
  ): Promise<PendingAttempt>;
}

/** A counted attempt whose secret is being checked. `end`: call it when the check has ended. */
export interface PendingAttempt {
  readonly attempt: LoginAttempt;
  end(): void;
}

/** Creates the lanes and counters of running attempts, all empty. */
export function makePendingAttempts(): PendingAttempts {
  const checks = new Map<string, Set<Promise<void>>>();
  const lanes = new Map<string, number>();

  return {
    async runInLane(lane, work) {
      const running = lanes.get(lane) ?? 0;
      if (running >= MAX_IN_LANE) throw busyError();
      lanes.set(lane, running + 1);
      try {
        return await work();
      } finally {
        const remaining = (lanes.get(lane) ?? 1) - 1;
        if (remaining === 0) lanes.delete(lane);
        else lanes.set(lane, remaining);
      }
    },
    async count(counters, count) {
      const keys = limiting(counters).map(pendingKeyOf);
      for (;;) {
        const check = Promise.withResolvers<void>();
        const counted = () => {
          for (const key of keys) checks.set(key, (checks.get(key) ?? new Set()).add(check.promise));
        };
        const end = () => {
          for (const key of keys) {
            const others = checks.get(key);
            others?.delete(check.promise);
            if (others?.size === 0) checks.delete(key);
          }
          check.resolve();
        };
        try {
          return { attempt: await count(counted), end };
        } catch (error) {
          end();
          const others = keys.flatMap((key) => [...(checks.get(key) ?? [])]);
          if (!(error instanceof TooManyRequests) || others.length === 0) throw error;
          await Promise.race(others);
        }
      }
    },
  };
}

const limiting = (counters: readonly Counter[]) => counters.filter(({ kind }) => !isTrackedKind(kind));
const pendingKeyOf = ({ kind, subject }: Counter) => `${kind} ${subject}`;

/** An attempt with a secret or a one-time code, as the security log records it. */
export interface AttemptEvent {
  readonly kind: "login" | "pairing" | "setup";
  readonly tenantId: number | null;
  /** The user of the account; null: unknown. The entered name is never recorded, because people type passwords into name fields. */
  readonly userId: number | null;
  readonly deviceTokenId: number | null;
  readonly address: string;
  readonly details?: Details;
}

/** A login attempt. `user` null: unknown. */
export function loginAttemptEvent(
  user: { readonly oid: number; readonly tenantId: number } | null,
  address: string,
  deviceTokenId: number | null,
  method: "pin" | "password" | "secondFactor",
): AttemptEvent {
  const [tenantId, userId] = user === null ? [null, null] : [user.tenantId, user.oid];
  return { kind: "login", tenantId, userId, deviceTokenId, address, details: { method } };
}

/** An attempt without a known user. */
export function anonymousAttemptEvent(kind: AttemptEvent["kind"], address: string): AttemptEvent {
  return { kind, address, tenantId: null, userId: null, deviceTokenId: null };
}

/** Counts an attempt. Records it where `count` throws after too many attempts. */
export async function recordIfRejected<Counted>(
  securityLog: SecurityLog,
  event: AttemptEvent,
  count: () => Promise<Counted>,
): Promise<Counted> {
  try {
    return await count();
  } catch (error) {
    if ([PinLocked, PasswordLocked, SecondFactorLocked].some((locked) => error instanceof locked))
      securityLog.record({ ...event, reason: "locked" });
    else if (error instanceof TooManyRequests) securityLog.record({ ...event, reason: "held" });
    throw error;
  }
}

/** Records a failed attempt, and the locks, holds and alarms that it started. */
export function recordFailure(
  securityLog: SecurityLog,
  event: AttemptEvent,
  reason: Reason,
  attempt: LoginAttempt,
): void {
  securityLog.record({ ...event, reason });
  for (const { kind, userId = null, deviceTokenId = null } of triggeredLocks(attempt)) {
    securityLog.record({
      kind: kind === "user-failures" ? "loginAlarm" : "lock",
      tenantId: event.tenantId,
      // The sender of the attempt is not known to be the user.
      userId: null,
      deviceTokenId,
      address: event.address,
      target: userId === null ? null : { type: "user", id: userId },
      details: LOCK_DETAILS[kind],
    });
  }
}

const pin = { secret: "pin" };
const password = { secret: "password" };
/** The secret that a counter locks, and where. `isHold`: the lock ends by itself. */
const LOCK_DETAILS: Readonly<Record<Counter["kind"], Details>> = {
  "lock-anonymous": { ...pin, where: "noDevice", isHold: false },
  "lock-new-device": { ...pin, where: "newDevices", isHold: false },
  "lock-own-device": { ...pin, where: "device", isHold: false },
  "pin-user": { ...pin, where: "noDevice", isHold: true },
  "pin-device": { ...pin, where: "device", isHold: true },
  "pin-devices": { ...pin, where: "newDevices", isHold: true },
  "pin-address": { ...pin, where: "address", isHold: true },
  "password-user": { ...password, where: "noDevice", isHold: true },
  "password-known": { ...password, where: "knownCaller", isHold: true },
  "password-browser": { ...password, where: "knownCaller", isHold: true },
  "lock-password": { ...password, where: "noDevice", isHold: false },
  "lock-known": { ...password, where: "knownCaller", isHold: false },
  "password-address": { ...password, where: "address", isHold: true },
  "password-device": { ...password, where: "device", isHold: true },
  "code-address": { secret: "pairingCode", where: "address", isHold: true },
  "setup-address": { secret: "setupCode", where: "address", isHold: true },
  "factor-user": { secret: "secondFactor", where: "noDevice", isHold: true },
  "lock-factor": { secret: "secondFactor", where: "noDevice", isHold: false },
  "tenant-failures": {},
  "user-failures": { failures: USER_ALARM_FAILURES },
};
