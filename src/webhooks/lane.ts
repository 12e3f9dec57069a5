import { MAX_RETRY_AFTER_MS, RETRY_PAUSES_MS } from "./retries.ts";

/** A receiver that is back is noticed within half an hour, whatever its deliveries wait for. */
const LONGEST_PAUSE = 5;

/** An attempt that runs, and what its webhook was like when it began. */
interface Begun {
  readonly wakings: number;
  readonly failures: number;
}

/** The state of a webhook in memory: which deliveries run, and how long it rests. Times are milliseconds since 1970. */
export class Lane {
  readonly running = new Set<number>();
  #change: number;
  /** Attempts that failed since the last one that arrived. */
  #failures = 0;
  /** After a failure. */
  #pausedUntil = 0;
  /** The receiver has asked for it (`Retry-After`), or an outcome could not be saved. */
  #restsUntil = 0;
  #wakings = 0;

  constructor(change: number) {
    this.#change = change;
  }

  get isFailing(): boolean {
    return this.#failures > 0;
  }

  mayStart(now: number): boolean {
    return this.#pausedUntil <= now && this.#restsUntil <= now;
  }

  /** Ends all rests when an Admin has changed the webhook. */
  follow(change: number): void {
    if (change === this.#change) return;
    this.#change = change;
    this.wake();
  }

  /** Ends all rests. What attempts that run now come to does not begin another one. */
  wake(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
    this.#restsUntil = 0;
    this.#wakings++;
  }

  begin(): Begun {
    return { wakings: this.#wakings, failures: this.#failures };
  }

  /** A rest that the receiver has asked for goes on. */
  succeeded(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
  }

  /** Attempts that ran at once count as one failure. */
  failed(begun: Begun, now: number, retryAfterMs: number | null): void {
    if (begun.wakings !== this.#wakings) return;
    if (begun.failures === this.#failures) this.#failures++;
    const pause = RETRY_PAUSES_MS[Math.min(this.#failures, LONGEST_PAUSE) - 1] ?? 0;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    if (retryAfterMs !== null) this.restUntil(now + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
  }

  /** The longest of several rests counts. */
  restUntil(time: number): void {
    this.#restsUntil = Math.max(this.#restsUntil, time);
  }
}
