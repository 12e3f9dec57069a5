import { setImmediate } from "node:timers/promises";
import type { Dependencies } from "../../http/dependencies.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { inventoryOf } from "../inventory.ts";
import { applyCodes, lookUpUnknown } from "./late.ts";
import * as store from "./store.ts";

// A code that no article has is counted all the same. When an article gets it, its counts in running stocktakes are applied.

/** A code becomes known with these, or its stocktake goes on after a pause. */
const TABLES: readonly TableName[] = ["article", "additionalCode", "inventory"];

/** Applies the counts of codes that become known. */
export interface LateArticles {
  stop(): Promise<void>;
}

/**
 * Starts it. A write by which an article gets a code applies the counts of this code in its own transaction: they were unknown, and
 * later ones are known. The codes beyond the first 500 of a stocktake, and what jobs add, are looked up later, in small transactions,
 * also after a restart.
 */
export function watchLateArticles({ storage, log }: Pick<Dependencies, "storage" | "log">): LateArticles {
  let isStopping = false;
  let isAsked = false;
  /** Some codes were not looked up by the last write. */
  let isMore = false;
  let running: Promise<void> | null = null;

  const lookUpAll = async ({ tenantId, oid }: { tenantId: number; oid: number }) => {
    for (let after: string | null = ""; after !== null && !isStopping; ) {
      const { known, last } = lookUpUnknown(storage.db, { tenantId, oid }, after);
      if (known.length > 0) await storage.write(tenantId, (tx) => applyIfRunning(tx, tenantId, oid, known));
      // Other requests go between the pages.
      else await setImmediate();
      after = last;
    }
  };
  const run = async () => {
    while (isAsked && !isStopping) {
      isAsked = false;
      for (const inventory of store.allRunningWithUnknown.all(storage.db, {})) await lookUpAll(inventory);
    }
  };
  const ask = () => {
    isAsked = true;
    if (isStopping || running !== null) return;
    running = run()
      // The next article that gets a code, or the next start, looks again.
      .catch((error: unknown) => log.error({ err: error }, "the counts of late articles were not applied"))
      .finally(() => {
        running = null;
        if (isAsked) ask();
      });
  };
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
    ask();
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

function applyIfRunning(tx: Tx, tenantId: number, oid: number, codes: readonly string[]): void {
  // It may have been finished since.
  if (store.runningWithUnknown.all(tx, { tenantId }).every((inventory) => inventory.oid !== oid)) return;
  applyCodes(tx, inventoryOf(tx, tenantId, oid), codes);
}
