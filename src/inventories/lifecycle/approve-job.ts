import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { getInventory } from "../inventory.ts";
import { approveInventory, approveItems, approveMatching, recordApprovals } from "../items/approve.ts";
import { countItems, itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";

/** `after`: the last item, `approved`: of the matching ones; null: the items are being counted. */
type ApprovePosition = { readonly after: number; readonly done: number; readonly approved?: number } | null;

/** Approves all items of an inventory, then the inventory. With a filter: the items that match it only. */
export const run: JobProgram<LifecycleInput, ApprovePosition, null> = function* ({
  tx,
  input: { tenantId, inventoryId, principal, filter, unchangedSince: seen = null },
  position,
}) {
  // The audit has one entry of all items at the end: there may be 100,000, and a cancelled job takes them back.
  tx.setCause(`inventory ${inventoryId}`);
  const total = position === null ? yield* countItems(tx, inventoryId) : null;
  let { done, approved = 0 } = position ?? { done: 0 };
  for (const { items, ...range } of itemRanges(tx, inventoryId, position?.after ?? 0)) {
    if (filter === undefined) approveItems(tx, principal, range, seen);
    else approved += approveMatching(tx, principal, range, filter, seen);
    done += items;
    yield { position: { after: range.end, done, approved }, done, total };
  }
  if (filter === undefined) approveInventory(tx, getInventory(tx, tenantId, inventoryId), principal.userId);
  else if (approved > 0) recordApprovals(tx, principal, inventoryId, approved);
  return null;
};
