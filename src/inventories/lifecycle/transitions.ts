import type { State } from "../../domain/inventory-states.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import { TRANSITIONS, type TransitionName } from "../../domain/transitions.ts";
import { recordOutgoingEvent } from "../../outgoing-events/outgoing-events.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { assertClosable, CLOSE } from "../closing/close.ts";
import { assertIdle, assertState, type InventoryRecord, setState } from "../inventory.ts";
import { preconditionField } from "../items/precondition.ts";
import type { LifecycleKind } from "../long-work.ts";
import { PREPARE, REOPEN } from "./lifecycle-jobs.ts";

/** A rule throws domain errors. `unchangedSince`: it fails if an item has a later change; null: no condition. */
type Rule = (tx: Tx, inventory: InventoryRecord, unchangedSince: number | null) => void;

/** One transition of an inventory. Its endpoint is made from this row. */
export interface TransitionRow {
  readonly from: readonly State[];
  readonly to: State;
  readonly permission: Permission;
  /** The job that touches all items and changes the state at its end. Absent: one short transaction. */
  readonly job?: LifecycleKind;
  readonly summary: string;
  readonly description?: string;
  readonly query?: { readonly seen: ReturnType<typeof preconditionField> };
  /** Checked before the transition, after the state. */
  readonly rule?: Rule;
}

const CLOSING =
  "Each article is settled as a whole. Pieces of a found item move to `inventoryLocationId` (null: the expected location) with `inventoryQuantity`. Pieces of one article at one location are added up. Counted 0, or not found after a count: removed. Never counted: unchanged. Found without a quantity: the recorded stock does not change; unexpected and recorded nowhere inside: all that is left outside. Unexpected pieces move from the article's location outside the inventory if there is exactly one (`takenFrom`); otherwise they are added. Stock that was already recorded where they were found is part of the count. Where stock has moved since `prepare`: `keepCount` sets the counted quantity. `keepDifference` sets the current stock plus counted minus expected, at least 0. Without a decision, arrivals after the count are added and departures subtracted, at least 0. Pieces that moved meanwhile to the location where they were then counted are not added twice. Deleted articles are unchanged. Each item with `isDisposal` creates a disposal request in the name of its counter, unless one is pending. With `mustBeApproved` the inventory must be approved. A closed inventory never changes.";

/** All transitions. States and permissions are shared with the clients (domain/transitions.ts). */
export const TRANSITION_TABLE: Readonly<Record<TransitionName, TransitionRow>> = {
  prepare: {
    ...TRANSITIONS.prepare,
    job: PREPARE,
    summary: "Creates the items: from Preparation to Waiting for start; in Waiting for start, again",
    description:
      "One item for each article at each selected location and below, with its current quantity and price. Deleted and disposed articles are left out. When repeated, items get new ids; photos move to the new item of the same article and location, otherwise to the article. `overlaps` lists the open inventories (Waiting for start to Processing of results) that expect some of the same articles at the same locations: closing one of them marks the items of the others whose stock it moves.",
  },
  start: {
    ...TRANSITIONS.start,
    summary: "Starts the count: from Waiting for start or Paused to In progress",
  },
  postpone: {
    ...TRANSITIONS.postpone,
    summary: "Pauses the count: from In progress to Paused",
  },
  finish: {
    ...TRANSITIONS.finish,
    summary: "Finishes the count: from In progress to Finished",
    description:
      "`pending` of the response is the number of counts that terminals still hold: not sent yet, rejected, or with an open question to the user. They may arrive late.",
  },
  process: {
    ...TRANSITIONS.process,
    summary: "Starts processing the results: from Finished to Processing of results",
  },
  reopen: {
    ...TRANSITIONS.reopen,
    job: REOPEN,
    summary: "Continues the count: from Finished or Processing of results to In progress",
    description: "Revokes all approvals and the waiver of second counts. Applies the late counts.",
  },
  close: {
    ...TRANSITIONS.close,
    job: CLOSE,
    summary: "Closes the stocktake and applies its results: from Processing of results to Closed",
    description: CLOSING,
    query: { seen: preconditionField() },
    rule: assertClosable,
  },
  cancel: {
    ...TRANSITIONS.cancel,
    summary: "Cancels the stocktake: from Preparation, Waiting for start or Paused to Cancelled",
  },
};

/** Throws WrongState from other states and while a job runs, and the errors of the rule. */
export function assertTransition(
  tx: Tx,
  inventory: InventoryRecord,
  name: TransitionName,
  unchangedSince: number | null,
): void {
  const { from, rule } = TRANSITION_TABLE[name];
  assertIdle(tx, inventory);
  assertState(inventory.inventoryStateId, from);
  rule?.(tx, inventory, unchangedSince);
}

/** Applies a transition that is one short transaction. Throws as `assertTransition`. */
export function applyTransition(
  tx: Tx,
  inventory: InventoryRecord,
  name: TransitionName,
  principal: Principal,
): void {
  assertTransition(tx, inventory, name, null);
  setState(tx, inventory, TRANSITION_TABLE[name].to, principal.userId);
  if (name === "process" && inventory.mustBeApproved === 1) recordWaiting(tx, inventory, principal);
}

/** Records that a stocktake waits for its approval. It may wait again after it was reopened. */
function recordWaiting(tx: Tx, { tenantId, oid, name }: InventoryRecord, { fullName }: Principal): void {
  const data = { kind: "stocktake", oid, name, requestedBy: fullName } as const;
  const dedupeKey = `stocktake ${oid} ${tx.change}`;
  recordOutgoingEvent(tx, { tenantId, type: "approval.waiting", data, dedupeKey });
}
