import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { newId } from "../../api/ids.ts";
import { localDb } from "../../db/database.ts";
import { isStorageFull } from "../../db/storage-full.ts";
import type { Lease } from "../../db/values.ts";
import { ExpectedError } from "../../errors/error-queue.ts";
import { reportError } from "../../errors/report-error.ts";

/** Seconds between attempts while the server is unreachable. */
const BACKOFF_SECONDS = [1, 2, 5, 10, 30] as const;

const LEASE_RETRY_SECONDS = 2;
/** Groups the operations of quick scans. */
const DEBOUNCE_SECONDS = 0.3;

/** Work that is repeated, one round at a time. */
interface RetryLoop {
  /** Requests a round soon. After a failure the next attempt keeps its time. */
  wake(): void;
  /** Starts a round now. */
  try(): void;
  /** The current or last round. */
  round(): Promise<void>;
}

/**
 * Runs `work` on request, and `idleSeconds` after each round. `work` throws ServerUnreachable, ApiError or NotLoggedIn for a
 * retry later.
 */
export function retryLoop(work: () => Promise<void>, idleSeconds: number): RetryLoop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWanted = false;
  let isSoon = false;
  let failures = 0;
  let round: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    isRunning = true;
    let wait = idleSeconds;
    try {
      // Another tab has the lease.
      if (await holdsLease()) await work();
      else wait = LEASE_RETRY_SECONDS;
      failures = 0;
    } catch (error) {
      wait = secondsAfter(error, failures);
      failures += 1;
    }
    isRunning = false;
    if (isWanted && failures === 0) wait = DEBOUNCE_SECONDS;
    isWanted = false;
    scheduleAfter(wait);
  }

  function scheduleAfter(seconds: number): void {
    clearTimeout(timer);
    isSoon = seconds <= DEBOUNCE_SECONDS;
    timer = setTimeout(start, seconds * 1000);
  }

  function start(): void {
    if (isRunning) {
      isWanted = true;
      return;
    }
    clearTimeout(timer);
    isSoon = false;
    round = run();
  }

  return {
    wake() {
      if (failures > 0) return;
      if (isRunning) isWanted = true;
      else if (!isSoon) scheduleAfter(DEBOUNCE_SECONDS);
    },
    try: start,
    round: () => round,
  };
}

/** Awaits a module that is needed only after a login. Throws ServerUnreachable, so that the loop tries again. */
export const loadModule = <Module>(loading: Promise<Module>): Promise<Module> =>
  loading.catch((error: unknown) => {
    throw new ServerUnreachable(String(error));
  });

/** Seconds until the next attempt, also after an unexpected error. */
function secondsAfter(error: unknown, failures: number): number {
  const backoff = BACKOFF_SECONDS[Math.min(failures, BACKOFF_SECONDS.length - 1)] ?? 30;
  if (!(error instanceof ExpectedError)) reportError(error);
  const retryAfter =
    error instanceof ServerUnreachable || error instanceof ApiError ? error.retryAfter : null;
  // Jitter: many terminals may reconnect at once.
  return retryAfter ?? backoff * (0.75 + Math.random() / 2);
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
  try {
    const until = now + LEASE_MS;
    await Promise.all([isOwn && tx.store.put({ tab: tabId, until, isSeen }, "lease"), tx.done]);
  } catch (error) {
    // Where nothing can be stored, counts are sent without a lease: sent twice they count once.
    if (!isStorageFull(error)) throw error;
  }
  return isOwn;
}

/** True for an expired lease, and for one from before the clock was set back. */
const isOver = ({ until }: Lease, now: number) => until <= now || until > now + LEASE_MS;
