import { setImmediate } from "node:timers/promises";
import type { Dependencies } from "../../http/dependencies.ts";
import { repeatedWork } from "../../platform/repeated-work.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { inventoryOf } from "../inventory.ts";
import { applyCodes, lookUpUnknown } from "./late.ts";
import * as store from "./store.ts";

// A code that no article has is counted all the same. When an article gets it, its counts in running stocktakes are applied.

/** A code becomes known with these, or its stocktake goes on after a pause. */
const TABLES: readonly TableName[] = ["article", "additionalCode", "inventory"];

/** Applies the counts of codes that become known. */
interface LateArticles {
  stop(): Promise<void>;
}

/**
 * Starts it. A write by which an article gets a code applies the counts of this code in its own transaction: they were unknown, and
 * later ones are known. The codes beyond the first 500 of a stocktake, and what jobs add, are looked up later, in small transactions,
 * also after a restart.
 */
export function watchLateArticles({ storage, log }: Pick<Dependencies, "storage" | "log">): LateArticles {
  /** Some codes were not looked up by the last write. */
  let isMore = false;

  const lookUpAll = async ({ tenantId, oid }: { tenantId: number; oid: number }) => {
    for (let after: string | null = ""; after !== null && !lookUp.isStopping(); ) {
      const { known, last } = lookUpUnknown(storage.db, { tenantId, oid }, after);
      if (known.length > 0) await storage.write(tenantId, (tx) => applyIfRunning(tx, tenantId, oid, known));
      // Other requests go between the pages.
      else await setImmediate();
      after = last;
    }
  };
  const lookUp = repeatedWork(
    async () => {
      for (const inventory of store.allRunningWithUnknown.all(storage.db, {})) await lookUpAll(inventory);
    },
    // The next article that gets a code, or the next start, looks again.
    (error) => log.error({ err: error }, "the counts of late articles were not applied"),
  );
  const removeBefore = storage.beforeCommit(({ tx, tables, tenantId }) => {
    if (tenantId === null || !TABLES.some((table) => tables.has(table))) return;
    for (const { oid } of store.runningWithUnknown.all(tx, { tenantId })) {
      const inventory = inventoryOf(tx, tenantId, oid);
      const { known, last } = lookUpUnknown(tx, inventory, "");
      applyCodes(tx, inventory, known);
      isMore ||= last !== null;
    }
  });
  const removeAfter = storage.onCommit((tables) => {
    if (!isMore && !(tables.has("job") && TABLES.some((table) => tables.has(table)))) return;
    isMore = false;
    lookUp.ask();
  });
  lookUp.ask();
  return {
    async stop() {
      removeBefore();
      removeAfter();
      await lookUp.stop();
    },
  };
}

function applyIfRunning(tx: Tx, tenantId: number, oid: number, codes: readonly string[]): void {
  // It may have been finished since.
  if (store.runningWithUnknown.all(tx, { tenantId }).every((inventory) => inventory.oid !== oid)) return;
  applyCodes(tx, inventoryOf(tx, tenantId, oid), codes);
}
