import { vi } from "vitest";
import { PATIENCE_MS } from "./limits.ts";

/** Waits until `look` throws no more, and gives what it returns. `expect.poll` waits as long. */
export function eventually<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: PATIENCE_MS, interval: 20 });
}
