import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { lateItems } from "../counting/late.ts";
import { inventoryOf, setState } from "../inventory.ts";
import { approveItems, revokeInventoryApproval } from "../items/approve.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";

/** Revokes all approvals, then applies the late counts. It can't be cancelled: repeating it continues the work. */
export const run: JobProgram<LifecycleInput, { readonly after: number; readonly done: number }, null> =
  function* ({ tx, input: { tenantId, inventoryId, principal, to }, position }) {
    const inventory = inventoryOf(tx, tenantId, inventoryId);
    let { done, after } = position ?? { done: 0, after: 0 };
    if (position === null) revokeInventoryApproval(tx, inventory);
    yield { position: { after, done }, done, isFinal: true };
    for (const { items, ...range } of itemRanges(tx, inventoryId, after)) {
      approveItems(tx, tenantId, range, 0);
      done += items;
      after = range.end;
      yield { position: { after, done }, done };
    }
    // Counts are late until the state has changed, so none is missed.
    for (const applied of lateItems(tx, inventory)) {
      done += applied;
      yield { position: { after, done }, done };
    }
    if (to !== null) setState(tx, inventory, to, principal.userId);
    return null;
  };
