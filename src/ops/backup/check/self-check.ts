import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import type { Dependencies } from "../../../http/dependencies.ts";
import { putNote } from "../../../storage/app-state.ts";
import { findLastChecks, type SelfCheck } from "./checks.ts";

const PROCESS = join(import.meta.dirname, "verify-live-process.ts");
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;
/** The first one waits until the box has been put to use. */
const FIRST_AFTER_MS = 4 * 60 * MINUTE_MS;
/** A missed one waits until the start has been got over. */
const MISSED_AFTER_MS = 10 * MINUTE_MS;
const LOOK_EVERY_MS = 5000;

/** The weekly check of the box's own folder. */
export interface SelfChecks {
  /** Begins one now; where one runs already, nothing more. */
  begin(): void;
  isRunning(): boolean;
  /** Milliseconds since 1970. */
  nextAt(): number;
  /** Ends one that runs: it is begun again after the next start. */
  stop(): Promise<void>;
}

const Found = z.object({ problems: z.array(z.string()), total: z.int() });

/** Begins one when it is due: a week after the last, or some hours after the first start. */
export function startSelfChecks(box: Dependencies): SelfChecks {
  const { storage, clock, log } = box;
  const startedAt = clock.now();
  let running: { readonly ended: Promise<void>; kill(): void } | null = null;

  const nextAt = () => {
    const last = findLastChecks(storage.db).selfCheck;
    if (last === null) return startedAt + FIRST_AFTER_MS;
    return Math.max(Date.parse(last.at) + WEEK_MS, startedAt + MISSED_AFTER_MS);
  };
  let dueAt = nextAt();

  async function note(result: Omit<SelfCheck, "at">): Promise<void> {
    if (result.ok) log.info(result, "the self-check found all as it should be");
    else log.error(result, "the self-check found damage");
    await storage.write(null, (tx) => putNote(tx, "selfCheck", { at: tx.now, ...result }), {
      evenWhenLow: true,
    });
  }

  function begin(): void {
    if (running !== null) return;
    const began = performance.now();
    const held = storage.hold();
    const child = spawn(process.execPath, [PROCESS, storage.folder, storage.status().generation], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let isKilled = false;
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
      .then(async ([out, trouble, [status]]) => {
        if (isKilled) return;
        if (status !== 0)
          throw new Error(`the process ended with ${String(status)}: ${trouble.slice(0, 1000)}`);
        const { problems, total } = Found.parse(JSON.parse(out));
        await note({ ok: total === 0, problems, total, ms: Math.round(performance.now() - began) });
      })
      .catch((error: unknown) => log.error({ err: error }, "the self-check failed; it is tried again"))
      .finally(() => {
        held.release();
        running = null;
        // Where it could not be noted it is tried again, but not at once.
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
  }, LOOK_EVERY_MS).unref();
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
