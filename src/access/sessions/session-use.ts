import { Unavailable } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import { makeDelayedWrite } from "../../platform/delayed-write.ts";
import type { Log } from "../../platform/log.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { saveLastUse } from "./sessions.ts";

/** Minimum time between two writes for a pair of tokens. */
const INTERVAL_MS = 60_000;
/** Uses recorded within this time share one transaction. */
const BATCH_MS = 5000;
const MAX_RECORDED = 10_000;

/** Records the last use of each session's tokens. */
export interface SessionUse {
  /** Records an authenticated request. Never throws. The record is written later. */
  recordUse(principal: Pick<Principal, "session">): void;
  /** Writes the pending records. */
  write(tx: Tx): void;
  stop(): Promise<void>;
}

/** Writes the table `sessionToken` with a delay: see SessionUse. */
export function trackSessionUse(storage: Storage, clock: Clock, log: Log): SessionUse {
  /** Time of each pair's last record, milliseconds since 1970. */
  const recorded = new Map<number, number>();
  const pending = new Map<number, number>();
  const delayed = makeDelayedWrite(writeDue, (error) =>
    log.error({ err: error }, "failed to write the use of sessions"),
  );

  function write(tx: Tx): void {
    for (const [pairId, at] of pending) saveLastUse(tx, pairId, at);
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
    recordUse({ session }) {
      if (session === null) return;
      const { pairId } = session;
      const elapsed = clock.now() - (recorded.get(pairId) ?? Number.NEGATIVE_INFINITY);
      // Below zero: the clock has been set back.
      if (elapsed >= 0 && elapsed < INTERVAL_MS) return;
      if (recorded.size >= MAX_RECORDED) recorded.clear();
      recorded.set(pairId, clock.now());
      pending.set(pairId, clock.now());
      delayed.schedule(BATCH_MS);
    },
    write,
    async stop() {
      delayed.cancel();
      await writeDue();
      delayed.cancel();
    },
  };
}
