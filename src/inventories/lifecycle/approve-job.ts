import type { JobProgram } from "../../storage/jobs/job-program.ts";
import { inventoryOf } from "../inventory.ts";
import { approveInventory, approveItems } from "../items/approve.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";

/** Approves all items of an inventory, then the inventory. */
export const run: JobProgram<LifecycleInput, { readonly after: number; readonly done: number }, null> =
  function* ({ tx, input: { tenantId, inventoryId, principal }, position }) {
    let done = position?.done ?? 0;
    for (const { items, ...range } of itemRanges(tx, inventoryId, position?.after ?? 0)) {
      approveItems(tx, tenantId, range, 1);
      done += items;
      yield { position: { after: range.end, done }, done };
    }
    approveInventory(tx, inventoryOf(tx, tenantId, inventoryId), principal.userId);
    return null;
  };
