import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Dependencies } from "../../../http/dependencies.ts";
import { saveAppState } from "../../../storage/app-state.ts";
import { findLastChecks, type SelfCheck } from "./checks.ts";

const PROCESS = join(import.meta.dirname, "verify-live-process.ts");
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** Delay of the first check after the first start. */
const FIRST_AFTER_MS = 4 * 60 * MINUTE_MS;
/** Delay of a missed check after a start. */
const MISSED_AFTER_MS = 10 * MINUTE_MS;
const CHECK_INTERVAL_MS = 5000;

/** The weekly check of the server's own data folder. */
export interface SelfChecks {
  /** Starts a check now, unless one is running. */
  begin(): void;
  isRunning(): boolean;
  /** Due time of the next check, in milliseconds since 1970. */
  nextAt(): number;
  /** Cancels a running check; it is repeated after the next start. */
  stop(): Promise<void>;
}

const SelfCheckOutcome = z.object({ problems: z.array(z.string()), total: z.int() });

/** Starts each check when it is due: a week after the last one, or some hours after the first start. */
export function startSelfChecks(dependencies: Dependencies): SelfChecks {
  const { storage, clock, log } = dependencies;
  const startedAt = clock.now();
  let running: { readonly ended: Promise<void>; kill(): void } | null = null;

  const nextAt = () => {
    const last = findLastChecks(storage.db).selfCheck;
    if (last === null) return startedAt + FIRST_AFTER_MS;
    return Math.max(Date.parse(last.at) + WEEK_MS, startedAt + MISSED_AFTER_MS);
  };
  let dueAt = nextAt();

  async function saveResult(result: Omit<SelfCheck, "at">): Promise<void> {
    if (result.ok) log.info(result, "the self-check found all as it should be");
    else log.error(result, "the self-check found damage");
    await storage.write(null, (tx) => saveAppState(tx, "selfCheck", { at: tx.now, ...result }), {
      evenWhenLow: true,
    });
  }

  function begin(): void {
    if (running !== null) return;
    const began = performance.now();
    const held = storage.leaseSnapshot();
    const child = spawn(process.execPath, [PROCESS, storage.folder, storage.status().generation], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let isKilled = false;
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
      .then(async ([out, trouble, [status]]) => {
        if (isKilled) return;
        if (status !== 0)
          throw new Error(`the process ended with ${String(status)}: ${trouble.slice(0, 1000)}`);
        const { problems, total } = SelfCheckOutcome.parse(JSON.parse(out));
        await saveResult({ ok: total === 0, problems, total, ms: Math.round(performance.now() - began) });
      })
      .catch((error: unknown) => log.error({ err: error }, "the self-check failed; it is tried again"))
      .finally(() => {
        held.release();
        running = null;
        // Where the result could not be saved the check is repeated later.
        dueAt = Math.max(nextAt(), clock.now() + FIRST_AFTER_MS);
      });
    running = {
      ended,
      kill() {
        isKilled = true;
        child.kill("SIGKILL");
      },
    };
  }

  const timer = setInterval(() => {
    if (clock.now() >= dueAt) begin();
  }, CHECK_INTERVAL_MS).unref();
  return {
    begin,
    isRunning: () => running !== null,
    nextAt: () => dueAt,
    async stop() {
      clearInterval(timer);
      running?.kill();
      await running?.ended;
    },
  };
}
