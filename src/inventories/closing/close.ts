import { WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { InventoryRecord } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import { assertUnchanged } from "../items/precondition.ts";
import { firstSecondCount, newSecondCount } from "../items/store.ts";
import type { LifecycleKind } from "../long-work.ts";
import { demandsSecondCounts } from "../rule.ts";
import * as store from "./store.ts";

/** Applies the results to the articles. */
export const CLOSE: LifecycleKind = {
  name: "close",
  module: new URL("./close-job.ts", import.meta.url),
  subject: "inventory",
  journaled: [],
};

/** Throws WrongState if a required approval is missing, PreconditionFailed if an item changed after `unchangedSince`. */
export function assertClosable(tx: Tx, inventory: InventoryRecord, unchangedSince: number | null): void {
  const { tenantId, oid: inventoryId } = inventory;
  const newest = store.newestItem.first(tx, { tenantId, inventoryId });
  if (newest !== null) assertUnchanged(newest, unchangedSince);
  if (inventory.mustBeApproved === 1 && inventory.isApproved === 0) {
    throw new WrongState(msg("The stocktake must be approved before it is closed."));
  }
}

/** Throws WrongState if a second count is missing. Yields after each part of the items. */
export function* assertSecondCounts(tx: Tx, inventory: InventoryRecord): Generator<null, void> {
  if (!demandsSecondCounts(tx, inventory)) return;
  for (const { items: _, ...range } of itemRanges(tx, inventory.oid, 0)) {
    if (firstSecondCount.first(tx, range) !== null) throw missingSecondCount();
    yield null;
  }
}

/**
 * Throws WrongState if a second count is missing that has become necessary since a transaction: movements that matter to it, and counts,
 * write their items.
 */
export function assertNoNewSecondCount(tx: Tx, inventory: InventoryRecord, since: number): void {
  if (!demandsSecondCounts(tx, inventory)) return;
  if (newSecondCount.first(tx, { inventoryId: inventory.oid, since }) !== null) throw missingSecondCount();
}

const missingSecondCount = () =>
  new WrongState(
    msg("Items still need a count by another person. Count them, or close without with a reason."),
  );
