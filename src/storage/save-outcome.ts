import { Unavailable } from "../domain/errors.ts";
import { pause } from "../platform/back-off.ts";
import type { Tx } from "./database/statement.ts";
import type { Storage } from "./storage.ts";

const RETRY_MS = 1000;

/**
 * Writes what came of an attempt, also on a low disk. On a full disk it waits for space, because what was done would be done again.
 * `stopping` ends the wait. `onError` receives other errors, and rejects or has the write tried again, too; by default it rejects.
 */
export async function saveOutcome(
  storage: Pick<Storage, "write">,
  tenantId: number,
  work: (tx: Tx) => void,
  stopping: AbortSignal,
  onError: (error: unknown, tries: number) => void = reject,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await storage.write(tenantId, work, { evenWhenLow: true });
      return;
    } catch (error) {
      if (!(error instanceof Unavailable)) onError(error, tries);
      if (stopping.aborted) return;
      await pause(RETRY_MS, stopping);
      if (stopping.aborted) return;
    }
  }
}

function reject(error: unknown): never {
  throw error;
}
