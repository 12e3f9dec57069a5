import { TooManyRequests } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";

const HOUR_MS = 3_600_000;
/** Above this number of buckets the full ones are removed. */
const MAX_BUCKETS = 10_000;

interface Bucket {
  remaining: number;
  /** Time of `remaining`, in milliseconds since 1970. */
  at: number;
}

/** An hourly limit for each user or terminal. */
export interface Quota {
  /** Consumes from the principal's quota. Throws TooManyRequests and consumes nothing where too little remains. */
  consume(principal: Consumer, amount?: number): void;
  /** Throws TooManyRequests where nothing remains of the principal's quota. */
  demand(principal: Consumer): void;
  /** What remains of the principal's quota. */
  remaining(principal: Consumer): number;
  /** Consumes an amount that is known only afterwards: more than remains delays what comes next. */
  charge(principal: Consumer, amount: number): void;
}

type Consumer = Pick<Principal, "deviceTokenId" | "deviceKind" | "userId">;

/** Creates a quota in memory that refills evenly. `message` creates the error text for a wait in seconds. */
export function makeQuota(
  clock: Pick<Clock, "now">,
  perHour: number,
  message: (seconds: number) => Message,
): Quota {
  const buckets = new Map<string, Bucket>();
  const refilled = ({ remaining, at }: Bucket, now: number) =>
    Math.min(perHour, remaining + ((now - at) * perHour) / HOUR_MS);

  function removeFull(now: number): void {
    for (const [subject, bucket] of buckets) if (refilled(bucket, now) >= perHour) buckets.delete(subject);
  }

  const remainingOf = (subject: string, now: number) =>
    refilled(buckets.get(subject) ?? { remaining: perHour, at: now }, now);

  function save(subject: string, remaining: number, now: number): void {
    if (buckets.size >= MAX_BUCKETS) removeFull(now);
    buckets.set(subject, { remaining, at: now });
  }

  /** Throws where less than `amount` remains. */
  function assertRemaining(remaining: number, amount: number): void {
    if (amount <= remaining) return;
    const seconds = Math.ceil(((amount - remaining) * HOUR_MS) / perHour / 1000);
    throw new TooManyRequests(seconds, message(seconds));
  }

  return {
    consume(principal, amount = 1) {
      const [subject, now] = [subjectOf(principal), clock.now()];
      const remaining = remainingOf(subject, now);
      assertRemaining(remaining, amount);
      save(subject, remaining - amount, now);
    },
    demand(principal) {
      assertRemaining(remainingOf(subjectOf(principal), clock.now()), 0);
    },
    remaining(principal) {
      return Math.floor(remainingOf(subjectOf(principal), clock.now()));
    },
    charge(principal, amount) {
      if (amount === 0) return;
      const [subject, now] = [subjectOf(principal), clock.now()];
      save(subject, remainingOf(subject, now) - amount, now);
    },
  };
}
