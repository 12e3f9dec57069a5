import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";

const Jumps = z.array(z.object({ from: z.number(), to: z.number() }));

/**
 * Saves the jumps of the system clock across restarts, so that the age of waiting labels and idempotency records grows by the
 * elapsed time only.
 */
export function persistClockJumps({
  storage,
  clock,
  log,
}: Pick<Dependencies, "storage" | "clock" | "log">): void {
  const saved = findAppState(storage.db, "clockJumps");
  clock.restoreJumps(saved === null ? [] : Jumps.parse(saved.content));
  clock.onJump(({ from, to }) => {
    log.warn({ from: new Date(from), to: new Date(to) }, "the system's clock was moved ahead");
    // Synced at once: expiry caused by the jump must survive a power cut.
    storage
      .write(null, (tx) => saveAppState(tx, "clockJumps", clock.jumps()), { evenWhenLow: true })
      .then(storage.durable)
      .catch((error: unknown) => log.error({ err: error }, "the jump of the system clock was not saved"));
  });
}
