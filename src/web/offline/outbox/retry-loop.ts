import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { Lease } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";

/** Seconds between attempts while the server is unreachable. */
const BACKOFF_SECONDS = [1, 2, 5, 10, 30] as const;

const LEASE_RETRY_SECONDS = 2;
/** Groups the operations of quick scans. */
const DEBOUNCE_SECONDS = 0.3;

/** Runs work repeatedly, one round at a time: on request, and at intervals. */
export class RetryLoop {
  readonly #work: () => Promise<void>;
  readonly #idleSeconds: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isWanted = false;
  #isSoon = false;
  #failures = 0;
  #round: Promise<void> = Promise.resolve();

  /** `work` throws ServerUnreachable, ApiError or NotLoggedIn for a retry later. */
  constructor(work: () => Promise<void>, idleSeconds: number) {
    this.#work = work;
    this.#idleSeconds = idleSeconds;
  }

  /** Requests a round soon. After a failure the next attempt keeps its time. */
  wake(): void {
    if (this.#failures > 0) return;
    if (this.#isRunning) this.#isWanted = true;
    else if (!this.#isSoon) this.#after(DEBOUNCE_SECONDS);
  }

  /** Starts a round now. */
  try(): void {
    if (this.#isRunning) {
      this.#isWanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#isSoon = false;
    this.#round = this.#run();
  }

  /** The current or last round. */
  get round(): Promise<void> {
    return this.#round;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    let wait = this.#idleSeconds;
    try {
      // Another tab has the lease.
      if (await holdsLease()) await this.#work();
      else wait = LEASE_RETRY_SECONDS;
      this.#failures = 0;
    } catch (error) {
      wait = this.#secondsAfter(error);
    }
    this.#isRunning = false;
    if (this.#isWanted && this.#failures === 0) wait = DEBOUNCE_SECONDS;
    this.#isWanted = false;
    this.#after(wait);
  }

  #after(seconds: number): void {
    clearTimeout(this.#timer);
    this.#isSoon = seconds <= DEBOUNCE_SECONDS;
    this.#timer = setTimeout(() => this.try(), seconds * 1000);
  }

  /** Seconds until the next attempt, also after an unexpected error. */
  #secondsAfter(error: unknown): number {
    const backoff = BACKOFF_SECONDS[Math.min(this.#failures, BACKOFF_SECONDS.length - 1)] ?? 30;
    this.#failures += 1;
    const isKnown =
      error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn;
    if (!isKnown) reportError(error);
    const retryAfter =
      error instanceof ServerUnreachable || error instanceof ApiError ? error.retryAfter : null;
    // Jitter: many terminals may reconnect at once.
    return retryAfter ?? backoff * (0.75 + Math.random() / 2);
  }
}

// Only one tab sends, so that tabs don't disturb each other (an operation sent twice counts once). Web Locks
// are not available over plain HTTP. So the sending tab stores a lease in the database and renews it. The
// lease of a closed tab expires: WebKit keeps a transaction started on `pagehide` open while the page is
// frozen, which blocks the next page.

/** Duration of a lease. */
const LEASE_MS = 6000;

const tabId = tabName();

/**
 * The name survives a reload, so that a tab need not wait for its own lease. A duplicated tab has the same
 * name, which is harmless.
 */
function tabName(): string {
  const known = sessionStorage.getItem("tab");
  if (known !== null) return known;
  const id = newId(Date.now());
  sessionStorage.setItem("tab", id);
  return id;
}

/**
 * Acquires or renews the lease. Returns false if another tab has it. A visible tab takes it from a hidden
 * one.
 */
async function holdsLease(now = Date.now()): Promise<boolean> {
  const isSeen = document.visibilityState === "visible";
  const db = await localDb();
  const tx = db.transaction("values", "readwrite");
  // Only leases are stored under this key.
  const lease = (await tx.store.get("lease")) as Lease | undefined;
  const isOwn = lease === undefined || lease.tab === tabId || (isSeen && !lease.isSeen) || isOver(lease, now);
  if (isOwn) void tx.store.put({ tab: tabId, until: now + LEASE_MS, isSeen }, "lease");
  await tx.done;
  return isOwn;
}

/** True for an expired lease, and for one from before the clock was set back. */
const isOver = ({ until }: Lease, now: number) => until <= now || until > now + LEASE_MS;
