import { TooManyRequests } from "../../domain/errors.ts";
import { busyError } from "../../platform/concurrency-limit.ts";
import { type Counter, isTrackedKind, type LoginAttempt } from "./rate-limit.ts";

/** Maximum number of pending logins of one lane: a user's known callers, a device, or a network of unknown callers. */
const MAX_IN_LANE = 256;

/** Login attempts whose secret is still being checked. */
export interface PendingAttempts {
  /** Runs `work` in a lane, so that one lane can't fill the queue. Throws Unavailable while the lane is full. */
  runInLane<T>(lane: string, work: () => Promise<T>): Promise<T>;
  /**
   * Counts an attempt by `count`. While pending attempts fill one of the counters, it waits for them: all of them may have the
   * right secret (a shift logs in through one address). Throws TooManyRequests.
   */
  count(counters: readonly Counter[], count: () => Promise<LoginAttempt>): Promise<LoginAttempt>;
  /** Registers a check as pending on these counters until it settles. */
  track<T>(counters: readonly Counter[], check: Promise<T>): Promise<T>;
}

/** Creates the lanes and counters of running attempts, all empty. */
export function makePendingAttempts(): PendingAttempts {
  const checks = new Map<string, Set<Promise<unknown>>>();
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
      for (;;) {
        try {
          return await count();
        } catch (error) {
          const others = limiting(counters).flatMap((counter) => [...(checks.get(keyOf(counter)) ?? [])]);
          if (!(error instanceof TooManyRequests) || others.length === 0) throw error;
          await Promise.race(others.map((other) => other.catch(() => null)));
        }
      }
    },
    async track(counters, check) {
      const keys = limiting(counters).map(keyOf);
      for (const key of keys) checks.set(key, (checks.get(key) ?? new Set()).add(check));
      try {
        return await check;
      } finally {
        for (const key of keys) {
          const others = checks.get(key);
          others?.delete(check);
          if (others?.size === 0) checks.delete(key);
        }
      }
    },
  };
}

const limiting = (counters: readonly Counter[]) => counters.filter(({ kind }) => !isTrackedKind(kind));
const keyOf = ({ kind, subject }: Counter) => `${kind} ${subject}`;
