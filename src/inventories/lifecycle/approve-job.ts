import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { getInventory } from "../inventory.ts";
import { approveInventory, approveItems, approveMatching } from "../items/approve.ts";
import { countItems, itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";

/** `after`: the last item; null: the items are being counted. */
type ApprovePosition = { readonly after: number; readonly done: number } | null;

/** Approves all items of an inventory, then the inventory. With a filter: the items that match it only. */
export const run: JobProgram<LifecycleInput, ApprovePosition, null> = function* ({
  tx,
  input: { tenantId, inventoryId, principal, filter },
  position,
}) {
  // The audit has no entry of each item: there may be 100,000, and a cancelled job takes them back.
  tx.setCause(`inventory ${inventoryId}`);
  const total = position === null ? yield* countItems(tx, inventoryId) : null;
  let done = position?.done ?? 0;
  for (const { items, ...range } of itemRanges(tx, inventoryId, position?.after ?? 0)) {
    if (filter === undefined) approveItems(tx, principal, range);
    else approveMatching(tx, principal, range, filter);
    done += items;
    yield { position: { after: range.end, done }, done, total };
  }
  if (filter === undefined) approveInventory(tx, getInventory(tx, tenantId, inventoryId), principal.userId);
  return null;
};
