import { vi } from "vitest";
import { PATIENCE_MS } from "./limits.ts";

/** Repeats `look` until it does not throw, and returns its value. `expect.poll` waits as long. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 20 });
}

/**
 * Repeats `look` until its value has ended, and returns it. Long work on a busy machine takes as long as it takes: the patience is for
 * each change of the value.
 */
export async function ended<T>(look: () => Promise<T>, hasEnded: (now: T) => boolean): Promise<T> {
  for (let seen = ""; ; ) {
    const now = await eventually(async () => {
      const next = await look();
      if (!hasEnded(next) && JSON.stringify(next) === seen) throw new Error(`no progress since ${seen}`);
      return next;
    });
    if (hasEnded(now)) return now;
    seen = JSON.stringify(now);
  }
}
