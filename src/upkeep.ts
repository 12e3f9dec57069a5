import { forgetSettled } from "./access/guesses.ts";
import type { Box } from "./box.ts";
import { Unavailable } from "./errors.ts";
import { forgetOld } from "./http/kept-answers.ts";
import { removeOldData } from "./printing/queue/request.ts";

const EVERY_MS = 10 * 60_000;

/** Removes, now and then and in small steps, what has served its time. */
export function startUpkeep({ storage, clock, config, log }: Box): { stop(): void } {
  const work = () =>
    storage.write(null, (tx) => {
      forgetOld(tx, clock.now());
      forgetSettled(tx, clock.now());
      removeOldData(tx, clock.now() - config.printing.dataMs);
    });
  const timer = setInterval(() => {
    work().catch((error: unknown) => {
      if (error instanceof Unavailable) log.warn("no upkeep: the disk is nearly full");
      else log.error({ err: error }, "upkeep failed");
    });
  }, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
