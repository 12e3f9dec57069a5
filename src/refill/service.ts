import type { Dependencies } from "../http/dependencies.ts";
import { compareNext, hasPending, mayChangeShortages } from "./shortages.ts";

/** Compares stock with the rules of minimum stock. */
export interface RefillService {
  stop(): Promise<void>;
}

/**
 * Starts the comparison. A write compares what it changes itself, in its own transaction, up to 100 articles; what is more, what jobs
 * change, and all rules after a location was moved, is compared later, in small transactions, also after a restart.
 */
export function startRefill({ storage, log }: Dependencies): RefillService {
  let isStopping = false;
  let running: Promise<void> | null = null;
  let isAsked = false;

  const run = async () => {
    while (isAsked && !isStopping) {
      isAsked = false;
      while (!isStopping && hasPending(storage.db)) await storage.write(null, (tx) => compareNext(tx));
    }
  };
  const ask = () => {
    isAsked = true;
    if (isStopping || running !== null) return;
    running = run()
      // What is pending stays so until the next write.
      .catch((error: unknown) => log.error({ err: error }, "stock was not compared with its minimum"))
      .finally(() => {
        running = null;
      });
  };
  const removeBefore = storage.beforeCommit(({ tx, tables, tenantId }) => {
    if (tenantId !== null && mayChangeShortages(tables)) compareNext(tx, tenantId);
  });
  const removeAfter = storage.onCommit((tables) => {
    if (mayChangeShortages(tables)) ask();
  });
  ask();
  return {
    async stop() {
      isStopping = true;
      removeBefore();
      removeAfter();
      await running;
    },
  };
}
