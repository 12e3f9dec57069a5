import { vi } from "vitest";
import { PATIENCE_MS } from "./limits.ts";

/** Repeats `look` until it does not throw, and returns its value. `expect.poll` waits as long. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 20 });
}
