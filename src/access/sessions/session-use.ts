import { Unavailable } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";
import { saveLastUse } from "./sessions.ts";

/** A pair of tokens is written at most this often. */
const EVERY_MS = 60_000;
/** Those that are due within this time share one transaction. */
const GATHER_MS = 5000;
const MAX_KNOWN = 10_000;

/** Records when the tokens of sessions were used. */
export interface SessionUse {
  /** Records an authenticated request. Never throws; it is written later. */
  recordUse(caller: Pick<Principal, "session">): void;
  /** Writes what is not written yet. */
  write(tx: Tx): void;
  stop(): Promise<void>;
}

/** Keeps `sessionToken` near what clients do: see SessionUse. */
export function trackSessionUse(storage: Storage, clock: Clock, log: Log): SessionUse {
  /** When each pair was last recorded, milliseconds since 1970. */
  const recorded = new Map<number, number>();
  const due = new Map<number, number>();
  let timer: NodeJS.Timeout | null = null;

  function write(tx: Tx): void {
    for (const [pairId, at] of due) saveLastUse(tx, pairId, at);
    due.clear();
  }

  async function writeDue(): Promise<void> {
    if (due.size === 0) return;
    try {
      await storage.write(null, write);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      writeLater();
    }
  }

  function writeLater(): void {
    timer ??= setTimeout(() => {
      timer = null;
      writeDue().catch((error: unknown) => log.error({ err: error }, "the use of sessions was not written"));
    }, GATHER_MS).unref();
  }

  return {
    recordUse({ session }) {
      if (session === null) return;
      const { pairId } = session;
      const elapsed = clock.now() - (recorded.get(pairId) ?? Number.NEGATIVE_INFINITY);
      // Below zero: the clock was set back.
      if (elapsed >= 0 && elapsed < EVERY_MS) return;
      if (recorded.size >= MAX_KNOWN) recorded.clear();
      recorded.set(pairId, clock.now());
      due.set(pairId, clock.now());
      writeLater();
    },
    write,
    async stop() {
      clearTimeout(timer ?? undefined);
      timer = null;
      await writeDue();
      clearTimeout(timer ?? undefined);
    },
  };
}
