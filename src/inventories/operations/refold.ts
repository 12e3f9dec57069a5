import type { Tx } from "../../storage/statement.ts";
import * as items from "../item-store.ts";
import { afterOperation, type CountState, inOrder, NOTHING, type Operation } from "./fold.ts";
import * as store from "./store.ts";

/**
 * Adds operations to what is known of an item, and gives that: onto it where they are newer than all before, else by
 * folding all of its operations again. They must not be in the log as applied yet.
 */
export function refold(tx: Tx, tenantId: number, itemId: number, added: readonly Operation[]): CountState {
  const item = items.record.first(tx, { tenantId, oid: itemId });
  if (item === null) throw new Error(`item ${itemId} is gone`);
  const sorted = added.toSorted(inOrder);
  const [first] = sorted;
  if (first === undefined) return item;
  const isNewest = item.operationDT === null || first.at > item.operationDT;
  const state = isNewest
    ? sorted.reduce<CountState>(afterOperation, item)
    : [...store.appliedTo(tx, tenantId, itemId), ...sorted].sort(inOrder).reduce(afterOperation, NOTHING);
  items.setCounted.run(tx, { ...state, tenantId, oid: itemId, change: tx.change });
  return state;
}
