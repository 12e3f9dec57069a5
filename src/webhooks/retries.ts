const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the attempts; the last one repeats. docs/integrate/webhooks.md lists them. */
export const RETRY_PAUSES_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];
/** An event is tried for so long. */
export const TRIED_MS = 72 * HOUR_MS;
/** Attempts at least: a server that was off for three days has not tried. */
const MIN_ATTEMPTS = 5;
/** A pause is up to this share longer, so that the deliveries of an outage do not all come back at once. */
const JITTER = 0.2;
/** A longer `Retry-After` is shortened. */
export const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/** A delivery after a failed attempt. Times are milliseconds since 1970. */
interface FailedAttempt {
  /** With this one. */
  readonly attempts: number;
  readonly queuedAt: number;
  /** 72 hours ago. */
  readonly giveUpBefore: number;
  readonly now: number;
  readonly retryAfterMs: number | null;
}

/** When a delivery is tried again; null: no more. `random`: from 0 to 1. */
export function nextTryAfter(
  { attempts, queuedAt, giveUpBefore, now, retryAfterMs }: FailedAttempt,
  random: number,
): number | null {
  const isOver = queuedAt <= giveUpBefore;
  if (isOver && attempts >= MIN_ATTEMPTS) return null;
  const pause = RETRY_PAUSES_MS[Math.min(attempts, RETRY_PAUSES_MS.length) - 1] ?? 0;
  const wanted = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const next = now + Math.round(Math.max(pause * (1 + JITTER * random), wanted));
  // The last attempt is at the end of the three days.
  const end = queuedAt + TRIED_MS;
  return isOver || end <= now ? next : Math.min(next, end);
}
