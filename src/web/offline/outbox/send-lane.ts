import { ApiError, ServerUnreachable } from "../../api/ask.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { holdsLease } from "./lease.ts";

/** Seconds between attempts while the server is away. */
const BACK_OFF = [1, 2, 5, 10, 30] as const;

const LOOK_AGAIN_SECONDS = 2;
/** Scans come ten a second, and go together. */
const SOON_SECONDS = 0.3;

/** Work that is done again and again, one round at a time: at once when there is something to do, else now and then. */
export class Lane {
  readonly #work: () => Promise<void>;
  readonly #idleSeconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isWanted = false;
  #isSoon = false;
  #failures = 0;
  #round: Promise<void> = Promise.resolve();

  /** `work` throws ServerUnreachable, ApiError or NotLoggedIn where it must be tried later. */
  constructor(work: () => Promise<void>, idleSeconds: number) {
    this.#work = work;
    this.#idleSeconds = idleSeconds;
  }

  /** There is something to do: soon, with what else comes, unless the server is away and the next attempt has its time. */
  wake(): void {
    if (this.#failures > 0) return;
    if (this.#isRunning) this.#isWanted = true;
    else if (!this.#isSoon) this.#after(SOON_SECONDS);
  }

  /** Things may be better than they were: it is tried at once. */
  try(): void {
    if (this.#isRunning) {
      this.#isWanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isSoon = false;
    this.#round = this.#run();
  }

  /** The round that runs now, or ran last. */
  get round(): Promise<void> {
    return this.#round;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let wait = this.#idleSeconds;
    try {
      // Else another tab does it, for as long as it lives.
      if (await holdsLease()) await this.#work();
      else wait = LOOK_AGAIN_SECONDS;
      this.#failures = 0;
    } catch (error) {
      wait = this.#secondsAfter(error);
    }
    this.#isRunning = false;
    if (this.#isWanted && this.#failures === 0) wait = SOON_SECONDS;
    this.#isWanted = false;
    this.#after(wait);
  }

  #after(seconds: number): void {
    clearTimeout(this.#timer);
    this.#isSoon = seconds <= SOON_SECONDS;
    this.#timer = setTimeout(() => this.try(), seconds * 1000);
  }

  /** Seconds until the next attempt. What nobody could expect is tried again all the same. */
  #secondsAfter(error: unknown): number {
    const usual = BACK_OFF[Math.min(this.#failures, BACK_OFF.length - 1)] ?? 30;
    this.#failures += 1;
    const isKnown =
      error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn;
    if (!isKnown) reportError(error);
    const told = error instanceof ServerUnreachable || error instanceof ApiError ? error.retryAfter : null;
    // Many terminals come back into the Wi-Fi at once.
    return told ?? usual * (0.75 + Math.random() / 2);
  }
}
