import type { Caller } from "../access/caller.ts";
import { Stale } from "../errors.ts";
import type { Tx } from "../storage/statement.ts";
import { approveInventory, dropApprovals } from "./approve.ts";
import { closeInventory } from "./closing/close.ts";
import { type InventoryRecord, inventoryOf, moveInventory } from "./inventory.ts";
import { applyLate } from "./operations/late.ts";
import { prepareInventory } from "./prepare.ts";
import type { Overlap } from "./shapes.ts";

// The moves of an inventory that touch all its items, as long writes (storage/long-write.ts).

/** What each of them gives. */
export interface LongMoves {
  prepare: Overlap[];
  approve: undefined;
  reopen: undefined;
  close: undefined;
}

/** Which inventory is moved, by whom, and the change that `If-Match` has named (null: none). */
export interface LifeJob {
  readonly move: keyof LongMoves;
  readonly inventoryId: number;
  readonly caller: Caller;
  readonly ifChange: number | null;
}

type Tell = (done: number) => void;
const WORK: {
  readonly [M in keyof LongMoves]: (
    tx: Tx,
    inventory: InventoryRecord,
    caller: Caller,
    tell: Tell,
  ) => LongMoves[M];
} = {
  prepare: prepareInventory,
  approve: (tx, inventory) => {
    approveInventory(tx, inventory);
  },
  reopen: (tx, inventory, { userId }) => {
    moveInventory(tx, inventory, "reopen", userId);
    dropApprovals(tx, inventory);
    applyLate(tx, inventory);
  },
  close: (tx, inventory, caller, tell) => {
    closeInventory(tx, inventory, caller, tell);
  },
};

/** Makes one move. Throws NotFound, Stale, and what the move throws. */
export function run(tx: Tx, { move, inventoryId, caller, ifChange }: LifeJob, tell: Tell): unknown {
  const inventory = inventoryOf(tx, caller.tenantId, inventoryId);
  if (ifChange !== null && inventory.change !== ifChange) throw new Stale();
  return WORK[move](tx, inventory, caller, tell);
}
