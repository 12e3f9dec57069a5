import { TooManyRequests } from "../../domain/errors.ts";
import type { Message } from "../../domain/message.ts";
import { type Principal, subjectOf } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";

const HOUR_MS = 3_600_000;
/** Above this number those that are full again are forgotten. */
const MAX_KNOWN = 10_000;

interface Bucket {
  left: number;
  /** When `left` was right, in milliseconds since 1970. */
  at: number;
}

/** How much of something each user, or each terminal, may use in an hour. */
export interface Quota {
  /** Uses some of the caller's quota. Throws Throttled, and uses nothing, where less than that is left. */
  consume(caller: Pick<Principal, "deviceTokenId" | "userId">, amount?: number): void;
}

/** Makes a quota that refills evenly, in memory. `words`: what is said where it is used up, after how many seconds to try again. */
export function makeQuota(
  clock: Pick<Clock, "now">,
  perHour: number,
  words: (seconds: number) => Message,
): Quota {
  const buckets = new Map<string, Bucket>();
  const refilled = ({ left, at }: Bucket, now: number) =>
    Math.min(perHour, left + ((now - at) * perHour) / HOUR_MS);

  function forgetFull(now: number): void {
    for (const [subject, bucket] of buckets) if (refilled(bucket, now) >= perHour) buckets.delete(subject);
  }

  return {
    consume(caller, amount = 1) {
      const subject = subjectOf(caller);
      const now = clock.now();
      const left = refilled(buckets.get(subject) ?? { left: perHour, at: now }, now);
      if (amount > left) {
        const seconds = Math.ceil(((amount - left) * HOUR_MS) / perHour / 1000);
        throw new TooManyRequests(seconds, words(seconds));
      }
      if (buckets.size >= MAX_KNOWN) forgetFull(now);
      buckets.set(subject, { left: left - amount, at: now });
    },
  };
}
