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

/** An hourly limit for each subject. */
interface HourlyLimit<Subject> {
  /** Consumes from the subject's quota. Throws TooManyRequests and consumes nothing where too little remains. */
  consume(subject: Subject, amount?: number): void;
  /** Throws TooManyRequests where nothing remains of the subject's quota. */
  assertLeft(subject: Subject): void;
  /** What remains of the subject's quota. */
  remaining(subject: Subject): number;
  /** Consumes an amount that is known only afterwards: more than remains delays what comes next. */
  charge(subject: Subject, amount: number): void;
}

/** An hourly limit for each user or terminal. */
type Quota = HourlyLimit<Consumer>;
type Consumer = Pick<Principal, "deviceTokenId" | "deviceKind" | "userId">;

/** Creates a quota in memory that refills evenly. `message` creates the error text for a wait in seconds. */
export function makeQuota(
  clock: Pick<Clock, "now">,
  perHour: number,
  message: (seconds: number) => Message,
): Quota {
  return makeHourlyLimit(clock, perHour, message, subjectOf);
}

/** Creates a quota for subjects of any kind, such as client addresses. `keyOf` names a subject. */
export function makeHourlyLimit<Subject>(
  clock: Pick<Clock, "now">,
  perHour: number,
  message: (seconds: number) => Message,
  keyOf: (subject: Subject) => string,
): HourlyLimit<Subject> {
  const buckets = new Map<string, Bucket>();
  const refilled = ({ remaining, at }: Bucket, now: number) =>
    Math.min(perHour, remaining + ((now - at) * perHour) / HOUR_MS);

  function removeFull(now: number): void {
    for (const [key, bucket] of buckets) if (refilled(bucket, now) >= perHour) buckets.delete(key);
  }

  const remainingOf = (key: string, now: number) =>
    refilled(buckets.get(key) ?? { remaining: perHour, at: now }, now);

  function save(key: string, remaining: number, now: number): void {
    if (buckets.size >= MAX_BUCKETS) removeFull(now);
    buckets.set(key, { remaining, at: now });
  }

  /** Throws where less than `amount` remains. */
  function assertRemaining(remaining: number, amount: number): void {
    if (amount <= remaining) return;
    const seconds = Math.ceil(((amount - remaining) * HOUR_MS) / perHour / 1000);
    throw new TooManyRequests(seconds, message(seconds));
  }

  return {
    consume(subject, amount = 1) {
      const [key, now] = [keyOf(subject), clock.now()];
      const remaining = remainingOf(key, now);
      assertRemaining(remaining, amount);
      save(key, remaining - amount, now);
    },
    assertLeft(subject) {
      assertRemaining(remainingOf(keyOf(subject), clock.now()), 0);
    },
    remaining(subject) {
      return Math.floor(remainingOf(keyOf(subject), clock.now()));
    },
    charge(subject, amount) {
      if (amount === 0) return;
      const [key, now] = [keyOf(subject), clock.now()];
      save(key, remainingOf(key, now) - amount, now);
    },
  };
}
