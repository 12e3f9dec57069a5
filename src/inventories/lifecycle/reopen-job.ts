import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { applyCodes, countLate, lateItems, lookUpUnknown } from "../counting/late.ts";
import { getInventory, setState } from "../inventory.ts";
import { revokeInventoryApproval, revokeItemApprovals } from "../items/approve.ts";
import { countItems, itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";
import { revokeWaiver } from "../rule.ts";

/** `after`: the last item; null: the items are being counted. */
type ReopenPosition = { readonly after: number; readonly done: number } | null;

/**
 * Revokes all approvals and the waiver of second counts, then applies the late counts, and those of codes that articles have by now. It
 * can't be cancelled: repeating it continues the work.
 */
export const run: JobProgram<LifecycleInput, ReopenPosition, null> = function* ({
  tx,
  input: { tenantId, inventoryId, principal, to },
  position,
}) {
  const inventory = getInventory(tx, tenantId, inventoryId);
  // The audit has the new state of the inventory instead of each item's approval.
  tx.setCause(`inventory ${inventoryId}`);
  let { done, after } = position ?? { done: 0, after: 0 };
  let total: number | null = null;
  if (position === null) {
    total = (yield* countItems(tx, inventoryId)) + countLate(tx, inventory);
    revokeInventoryApproval(tx, inventory);
    revokeWaiver(tx, inventory);
  }
  yield { position: { after, done }, done, total, isFinal: true };
  for (const { items, ...range } of itemRanges(tx, inventoryId, after)) {
    revokeItemApprovals(tx, tenantId, range);
    done += items;
    after = range.end;
    yield { position: { after, done }, done, total };
  }
  // Counts are late until the state has changed, so none is missed.
  for (const passed of lateItems(tx, inventory)) {
    done += passed;
    yield { position: { after, done }, done, total };
  }
  if (to !== null) setState(tx, inventory, to, principal.userId);
  // Articles may have got unknown codes since the finish.
  for (let after: string | null = ""; after !== null; ) {
    const { known, last } = lookUpUnknown(tx, inventory, after);
    applyCodes(tx, inventory, known);
    after = last;
  }
  return null;
};
