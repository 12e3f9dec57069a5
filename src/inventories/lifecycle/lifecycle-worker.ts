import type { TransitionName } from "../../domain/transitions.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { type InventoryJob, inventoryOfJob } from "../inventory.ts";
import { approveInventory } from "../items/approve.ts";
import type { Overlap } from "../shapes.ts";
import { applyTransition, TRANSITION_TABLE } from "./transitions.ts";

// Transitions and approval that touch all items, as worker transactions (storage/transactions/worker-transaction.ts).

/** Input of the worker. */
export interface LifecycleJob extends InventoryJob {
  readonly action: TransitionName | "approve";
}

/** The `overlaps` of the response; null for actions without. */
export type LifecycleResult = readonly Overlap[] | null;

/** Runs one action. Throws NotFound, PreconditionFailed, and the errors of the action. */
export function run(tx: Tx, job: LifecycleJob, onProgress: (done: number) => void): LifecycleResult {
  const { action, principal, unchangedSince } = job;
  const inventory = inventoryOfJob(tx, job);
  if (action === "approve") {
    approveInventory(tx, inventory, { userId: principal.userId, unchangedSince });
    return null;
  }
  applyTransition(tx, inventory, action, { principal, unchangedSince, onProgress });
  return TRANSITION_TABLE[action].overlaps?.(tx, inventory) ?? null;
}
