import type { Dependencies } from "../http/dependencies.ts";
import { repeatedWork } from "../platform/repeated-work.ts";
import { compareNext, hasPending, WATCHED } from "./shortages.ts";

/** Compares stock with the rules of minimum stock. */
interface RefillService {
  stop(): Promise<void>;
}

/**
 * Starts the comparison. A write compares what it changes itself, in its own transaction, up to 100 articles; what is more, what jobs
 * change, and all rules after a location was moved, is compared later, in small transactions, also after a restart.
 */
export function startRefill({ storage, log }: Dependencies): RefillService {
  const comparison = repeatedWork(
    async () => {
      while (!comparison.isStopping() && hasPending(storage.db))
        await storage.write(null, (tx) => compareNext(tx));
    },
    // What is pending stays so until the next write.
    (error) => log.error({ err: error }, "stock was not compared with its minimum"),
  );
  const removeBefore = storage.beforeChange(WATCHED, ({ tx, tenantId }) => {
    if (tenantId !== null) compareNext(tx, tenantId);
  });
  const removeAfter = storage.onChange(WATCHED, comparison.ask);
  comparison.ask();
  return {
    async stop() {
      removeBefore();
      removeAfter();
      await comparison.stop();
    },
  };
}
