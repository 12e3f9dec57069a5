import { PreconditionFailed } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { closeInventory } from "../closing/close.ts";
import { type Decision, decideAll } from "../closing/decide.ts";
import { applyLate } from "../counting/late.ts";
import { applyTransition, type InventoryRecord, inventoryOf } from "../inventory.ts";
import { approveInventory, revokeApprovals } from "../items/approve.ts";
import type { Overlap } from "../shapes.ts";
import { prepareInventory } from "./prepare.ts";

// The moves of an inventory that touch all its items, as long writes (storage/database/worker-transaction.ts).

/** What each of them gives. */
export interface JobResults {
  prepare: Overlap[];
  approve: undefined;
  reopen: undefined;
  close: undefined;
  decide: undefined;
}

/** Which inventory is moved, by whom, and the change that `If-Match` has named (null: none). */
export interface LifecycleJob {
  readonly move: keyof JobResults;
  readonly inventoryId: number;
  readonly caller: Principal;
  readonly ifChange: number | null;
  /** Up to which change the caller has seen the items that are decided on, approved or closed; null: no condition (seen.ts). */
  readonly seenTo: number | null;
  /** What `decide` says of all open items. */
  readonly decision?: Decision;
}

type Tell = (done: number) => void;
const WORK: {
  readonly [M in keyof JobResults]: (
    tx: Tx,
    inventory: InventoryRecord,
    job: LifecycleJob,
    tell: Tell,
  ) => JobResults[M];
} = {
  prepare: (tx, inventory, { caller }, tell) => prepareInventory(tx, inventory, caller, tell),
  approve: (tx, inventory, { caller, seenTo }) => {
    approveInventory(tx, inventory, { userId: caller.userId, seenTo });
  },
  reopen: (tx, inventory, { caller }, tell) => {
    applyTransition(tx, inventory, "reopen", caller.userId);
    revokeApprovals(tx, inventory);
    applyLate(tx, inventory, tell);
  },
  close: (tx, inventory, { caller, seenTo }, tell) => {
    closeInventory(tx, inventory, { caller, seenTo }, tell);
  },
  decide: (tx, inventory, { caller, decision, seenTo }, tell) => {
    if (decision === undefined) throw new Error("nothing is decided");
    decideAll(tx, inventory, caller, { decision, seenTo }, tell);
  },
};

/** Makes one move. Throws NotFound, Stale, and what the move throws. */
export function run(tx: Tx, job: LifecycleJob, tell: Tell): unknown {
  const inventory = inventoryOf(tx, job.caller.tenantId, job.inventoryId);
  if (job.ifChange !== null && inventory.change !== job.ifChange) throw new PreconditionFailed();
  return WORK[job.move](tx, inventory, job, tell);
}
