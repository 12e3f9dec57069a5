import { forgetSettled } from "./access/guesses.ts";
import type { Box } from "./box.ts";
import { Unavailable } from "./errors.ts";
import { forgetOld } from "./http/kept-answers.ts";

const EVERY_MS = 10 * 60_000;

/** Removes, now and then and in small steps, what has served its time. */
export function startUpkeep({ storage, clock, log }: Box): { stop(): void } {
  const timer = setInterval(() => {
    try {
      storage.write(null, (tx) => {
        forgetOld(tx, clock.now());
        forgetSettled(tx, clock.now());
      });
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      log.warn("no upkeep: the disk is nearly full");
    }
  }, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
