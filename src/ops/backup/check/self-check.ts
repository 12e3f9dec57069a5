import { z } from "zod";
import type { Dependencies } from "../../../http/dependencies.ts";
import { saveAppState } from "../../../storage/app-state.ts";
import { runProcess } from "../../programs/run.ts";
import { findLastChecks, type SelfCheck } from "./checks.ts";

const PROCESS = new URL("./verify-live-process.ts", import.meta.url);
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Delay of the first check after the first start. */
const FIRST_AFTER_MS = 4 * 60 * MINUTE_MS;
/** Delay of a missed check after a start. */
const MISSED_AFTER_MS = 10 * MINUTE_MS;
const CHECK_INTERVAL_MS = 5000;

const SelfCheckOutcome = z.object({ problems: z.array(z.string()), total: z.int() });
/** What the process of a self-check prints: the first problems as sentences, and the number of all. */
export type SelfCheckOutcome = z.output<typeof SelfCheckOutcome>;

/**
 * The weekly check of the server's own data folder. Starts each check when it is due: a week after the last one, or some hours
 * after the first start.
 */
export class SelfChecks {
  readonly #dependencies: Dependencies;
  readonly #startedAt: number;
  readonly #stopTicks: () => void;
  #running: { readonly ended: Promise<void>; readonly abort: AbortController } | null = null;
  #dueAt: number;

  constructor(dependencies: Dependencies) {
    const { clock } = dependencies;
    this.#dependencies = dependencies;
    this.#startedAt = clock.now();
    this.#dueAt = this.#afterLastCheck();
    this.#stopTicks = clock.every(CHECK_INTERVAL_MS, () => {
      if (clock.now() >= this.#dueAt) this.begin();
    });
  }

  isRunning(): boolean {
    return this.#running !== null;
  }

  /** Due time of the next check, in milliseconds since 1970. */
  nextAt(): number {
    return this.#dueAt;
  }

  /** Starts a check now, unless one is running. */
  begin(): void {
    if (this.#running !== null) return;
    const { clock, log } = this.#dependencies;
    const abort = new AbortController();
    const ended = this.#check(abort.signal)
      .catch((error: unknown) => log.error({ err: error }, "self-check could not run; retrying"))
      .finally(() => {
        this.#running = null;
        // Where the result could not be saved the check is repeated later.
        this.#dueAt = Math.max(this.#afterLastCheck(), clock.now() + FIRST_AFTER_MS);
      });
    this.#running = { ended, abort };
  }

  /** Cancels a running check; it is repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopTicks();
    this.#running?.abort.abort();
    await this.#running?.ended;
  }

  #afterLastCheck(): number {
    const last = findLastChecks(this.#dependencies.storage.db).selfCheck;
    if (last === null) return this.#startedAt + FIRST_AFTER_MS;
    return Math.max(Date.parse(last.at) + WEEK_MS, this.#startedAt + MISSED_AFTER_MS);
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { storage } = this.#dependencies;
    const began = performance.now();
    const lease = storage.leaseSnapshot();
    try {
      const args = [storage.folder, storage.status().generation];
      const outcome = await runProcess(SelfCheckOutcome, PROCESS, args, { signal });
      if (outcome !== null) await this.#save(outcome, Math.round(performance.now() - began));
    } finally {
      lease.release();
    }
  }

  async #save({ problems, total }: SelfCheckOutcome, ms: number): Promise<void> {
    const { storage, log } = this.#dependencies;
    const result: Omit<SelfCheck, "at"> = { ok: total === 0, problems, total, ms };
    if (result.ok) log.info(result, "self-check passed");
    else log.error(result, "self-check found damage");
    await storage.write(null, (tx) => saveAppState(tx, "selfCheck", { at: tx.now, ...result }), {
      evenWhenLow: true,
    });
  }
}
