import { Unavailable } from "../domain/errors.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { makeDelayedWrite } from "../platform/delayed-write.ts";
import type { Tx } from "../storage/database/statement.ts";

/** Minimum time between two writes for one id. */
const INTERVAL_MS = 60_000;
/** Uses recorded within this time share one transaction. */
const BATCH_MS = 5000;
const MAX_RECORDED = 10_000;

/** Records when each of something (sessions, API keys) was last used, by id. */
export type LastUse = ReturnType<typeof trackLastUse>;

/**
 * Records last uses with a delay: see LastUse. `name`: of what is used, for the log ("sessions").
 * `save` writes one record; `at`: milliseconds since 1970. It ignores an id that no longer exists.
 */
export function trackLastUse(
  { storage, clock, log }: Pick<Dependencies, "storage" | "clock" | "log">,
  name: string,
  save: (tx: Tx, id: number, at: number) => void,
) {
  /** Time of each id's last record, milliseconds since 1970. */
  const recorded = new Map<number, number>();
  const pending = new Map<number, number>();
  const delayed = makeDelayedWrite(writeDue, (error) =>
    log.error({ err: error }, `failed to write the use of ${name}`),
  );

  function write(tx: Tx): void {
    for (const [id, at] of pending) save(tx, id, at);
    pending.clear();
  }

  async function writeDue(): Promise<void> {
    if (pending.size === 0) return;
    try {
      await storage.write(null, write);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      delayed.schedule(BATCH_MS);
    }
  }

  return {
    /** Records a use now. Never throws. The record is written later. */
    record(id: number) {
      const now = clock.now();
      const elapsed = now - (recorded.get(id) ?? Number.NEGATIVE_INFINITY);
      // Below zero: the clock has been set back.
      if (elapsed >= 0 && elapsed < INTERVAL_MS) return;
      if (recorded.size >= MAX_RECORDED) recorded.clear();
      recorded.set(id, now);
      pending.set(id, now);
      delayed.schedule(BATCH_MS);
    },
    /** Writes the pending records. */
    write,
    /** Writes the pending records. */
    async stop() {
      delayed.cancel();
      await writeDue();
      delayed.cancel();
    },
  };
}
