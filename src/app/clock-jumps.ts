import { z } from "zod";
import type { Dependencies } from "../http/dependencies.ts";
import { findAppState, saveAppState } from "../storage/app-state.ts";

const Jumps = z.array(z.object({ from: z.number(), to: z.number() }));

/**
 * Keeps the jumps of the system's clock over restarts: a label that waits and an answer that is kept for its key grow
 * older only by the time that really passes.
 */
export function persistClockJumps({
  storage,
  clock,
  log,
}: Pick<Dependencies, "storage" | "clock" | "log">): void {
  const note = findAppState(storage.db, "clockJumps");
  clock.restoreJumps(note === null ? [] : Jumps.parse(note.content));
  clock.onJump(({ from, to }) => {
    log.warn({ from: new Date(from), to: new Date(to) }, "the system's clock was moved ahead");
    // On the disk at once: what has expired by the jump stays so after a power cut.
    storage
      .write(null, (tx) => saveAppState(tx, "clockJumps", clock.jumps()), { evenWhenLow: true })
      .then(storage.durable)
      .catch((error: unknown) => log.error({ err: error }, "the jump of the system's clock was not noted"));
  });
}
