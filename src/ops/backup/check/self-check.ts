import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { Dependencies } from "../../../http/dependencies.ts";
import { saveAppState } from "../../../storage/app-state.ts";
import { findLastChecks, type SelfCheck } from "./checks.ts";

const PROCESS = fileURLToPath(new URL("./verify-live-process.ts", import.meta.url));
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Delay of the first check after the first start. */
const FIRST_AFTER_MS = 4 * 60 * MINUTE_MS;
/** Delay of a missed check after a start. */
const MISSED_AFTER_MS = 10 * MINUTE_MS;
const CHECK_INTERVAL_MS = 5000;

const SelfCheckOutcome = z.object({ problems: z.array(z.string()), total: z.int() });

/**
 * The weekly check of the server's own data folder. Starts each check when it is due: a week after the last one, or some hours
 * after the first start.
 */
export class SelfChecks {
  readonly #dependencies: Dependencies;
  readonly #priority: number;
  readonly #startedAt: number;
  readonly #stopTicks: () => void;
  #running: { readonly ended: Promise<void>; kill(): void } | null = null;
  #dueAt: number;

  /** `priority`: of the process that checks, as in `os.setPriority`. */
  constructor(dependencies: Dependencies, priority: number = constants.priority.PRIORITY_LOW) {
    const { clock } = dependencies;
    this.#dependencies = dependencies;
    this.#priority = priority;
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
    const { storage, clock, log } = this.#dependencies;
    const began = performance.now();
    const lease = storage.leaseSnapshot();
    const input = [storage.folder, storage.status().generation, String(this.#priority)];
    const child = spawn(process.execPath, [PROCESS, ...input], { stdio: ["ignore", "pipe", "pipe"] });
    let isKilled = false;
    const ended = outcomeOf(child)
      .then(async (outcome) => {
        if (!isKilled) await this.#save(outcome(), Math.round(performance.now() - began));
      })
      .catch((error: unknown) => log.error({ err: error }, "self-check could not run; retrying"))
      .finally(() => {
        lease.release();
        this.#running = null;
        // Where the result could not be saved the check is repeated later.
        this.#dueAt = Math.max(this.#afterLastCheck(), clock.now() + FIRST_AFTER_MS);
      });
    const kill = () => {
      isKilled = true;
      child.kill("SIGKILL");
    };
    this.#running = { ended, kill };
  }

  /** Cancels a running check; it is repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopTicks();
    this.#running?.kill();
    await this.#running?.ended;
  }

  #afterLastCheck(): number {
    const last = findLastChecks(this.#dependencies.storage.db).selfCheck;
    if (last === null) return this.#startedAt + FIRST_AFTER_MS;
    return Math.max(Date.parse(last.at) + WEEK_MS, this.#startedAt + MISSED_AFTER_MS);
  }

  async #save({ problems, total }: z.output<typeof SelfCheckOutcome>, ms: number): Promise<void> {
    const { storage, log } = this.#dependencies;
    const result: Omit<SelfCheck, "at"> = { ok: total === 0, problems, total, ms };
    if (result.ok) log.info(result, "self-check passed");
    else log.error(result, "self-check found damage");
    await storage.write(null, (tx) => saveAppState(tx, "selfCheck", { at: tx.now, ...result }), {
      evenWhenLow: true,
    });
  }
}

/** Resolves at the end of the process, with a function that reads its result or throws the cause of its failure. */
async function outcomeOf(child: ChildProcessByStdio<null, Readable, Readable>) {
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return () => {
    if (status !== 0) throw new Error(`the process ended with ${String(status)}: ${errors.slice(0, 1000)}`);
    return SelfCheckOutcome.parse(JSON.parse(out));
  };
}
