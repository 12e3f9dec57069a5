import { setTimeout as sleep } from "node:timers/promises";

// Parts of everything that waits for somebody else: deliveries to webhooks and the mail server, labels for printers, the head
// office, backups.

/** The pause after so many failures in a row, at least one. The last one repeats. */
export function pauseAfter(pausesMs: readonly number[], failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
}

/** Waits. `signal` ends the wait early, without an error. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal, ref: false }).catch(() => null);
}
