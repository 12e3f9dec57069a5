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
  consume(principal: Pick<Principal, "deviceTokenId" | "deviceKind" | "userId">, amount?: number): void;
}

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

  return {
    consume(principal, amount = 1) {
      const subject = subjectOf(principal);
      const now = clock.now();
      const remaining = refilled(buckets.get(subject) ?? { remaining: perHour, at: now }, now);
      if (amount > remaining) {
        const seconds = Math.ceil(((amount - remaining) * HOUR_MS) / perHour / 1000);
        throw new TooManyRequests(seconds, message(seconds));
      }
      if (buckets.size >= MAX_BUCKETS) removeFull(now);
      buckets.set(subject, { remaining: remaining - amount, at: now });
    },
  };
}
