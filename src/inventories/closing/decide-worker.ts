import type { Tx } from "../../storage/database/statement.ts";
import { type InventoryJob, inventoryOfJob } from "../inventory.ts";
import { type Decision, decideAll } from "./decide.ts";

// A decision on all open items, as a worker transaction (storage/transactions/worker-transaction.ts).

/** Input of the worker. */
export interface DecideJob extends InventoryJob {
  readonly decision: Decision;
}

/** Decides on all open items. Throws NotFound, PreconditionFailed, and as `decideAll`. */
export function run(tx: Tx, job: DecideJob, onProgress: (decided: number) => void): void {
  decideAll(tx, inventoryOfJob(tx, job), job, onProgress);
}
