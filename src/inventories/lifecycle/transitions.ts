import type { State } from "../../domain/inventory-states.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Permission } from "../../domain/roles.ts";
import { TRANSITIONS, type TransitionName } from "../../domain/transitions.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { applyResults, assertClosable } from "../closing/close.ts";
import { applyLate } from "../counting/late.ts";
import { demandState, type InventoryRecord, setState } from "../inventory.ts";
import { revokeApprovals } from "../items/approve.ts";
import { preconditionField } from "../items/precondition.ts";
import { saveNames } from "../report/names.ts";
import type { Overlap } from "../shapes.ts";
import { overlapsOf, prepareItems } from "./prepare.ts";

/** Input of the rules of a transition. */
export interface TransitionContext {
  readonly principal: Principal;
  /** The transition fails if an item has a later change; null: no condition. */
  readonly unchangedSince: number | null;
  /** Reports progress. Throws once the transaction is aborted. */
  readonly onProgress: (done: number) => void;
}

/** A rule throws domain errors; the transaction is then undone. */
type Rule = (tx: Tx, inventory: InventoryRecord, context: TransitionContext) => void;

/** One transition of an inventory. Its endpoint is made from this row. */
export interface TransitionRow {
  readonly from: readonly State[];
  readonly to: State;
  readonly permission: Permission;
  /** `command`: one short transaction. `job`: a worker transaction that touches all items. */
  readonly kind: "command" | "job";
  readonly summary: string;
  readonly description?: string;
  readonly query?: { readonly seen: ReturnType<typeof preconditionField> };
  /** Runs before the state changes, after the check of the state. */
  readonly before?: Rule;
  /** Runs after the state has changed. */
  readonly after?: Rule;
  /** The `overlaps` of the response. */
  readonly overlaps?: (tx: Tx, inventory: InventoryRecord) => Overlap[];
}

const CLOSING =
  "One transaction. Pieces of a found item move to `inventoryLocationId` (null: the expected location) with `inventoryQuantity`. Pieces of one article at one location are added up. Counted 0, or not found after a count: removed. Never counted: unchanged. Found without a quantity: the recorded stock does not change. Unexpected pieces move from the article's location outside the inventory if there is exactly one; otherwise they are added. Stock that was already recorded where they were found is part of the count. Where stock has moved since `prepare`: `keepCount` sets the counted quantity. `keepDifference` sets the current stock plus counted minus expected, at least 0. Without a decision, arrivals after the count are added and departures subtracted, at least 0. Pieces that moved meanwhile to the location where they were then counted are not added twice. Deleted articles are unchanged. Each item with `isDisposal` creates a disposal request in the name of its counter, unless one is pending. With `mustBeApproved` the inventory must be approved. A closed inventory never changes.";

/** All transitions. States and permissions are shared with the clients (domain/transitions.ts). */
export const TRANSITION_TABLE: Readonly<Record<TransitionName, TransitionRow>> = {
  prepare: {
    ...TRANSITIONS.prepare,
    kind: "job",
    summary: "Creates the items: from Preparation to Waiting for start; in Waiting for start, again",
    description:
      "One item for each article at each selected location and below, with its current quantity and price. Deleted and disposed articles are left out. When repeated, items get new ids; photos move to the new item of the same article and location, otherwise to the article. `overlaps` lists the open inventories (Waiting for start to Processing of results) that expect some of the same articles at the same locations: closing one of them marks the items of the others whose stock it moves.",
    after: prepareItems,
    overlaps: overlapsOf,
  },
  start: {
    ...TRANSITIONS.start,
    kind: "command",
    summary: "Starts the count: from Waiting for start or Paused to In progress",
  },
  postpone: {
    ...TRANSITIONS.postpone,
    kind: "command",
    summary: "Pauses the count: from In progress to Paused",
  },
  finish: {
    ...TRANSITIONS.finish,
    kind: "command",
    summary: "Finishes the count: from In progress to Finished",
  },
  process: {
    ...TRANSITIONS.process,
    kind: "command",
    summary: "Starts processing the results: from Finished to Processing of results",
  },
  reopen: {
    ...TRANSITIONS.reopen,
    kind: "job",
    summary: "Continues the count: from Finished or Processing of results to In progress",
    description: "Revokes all approvals. Applies the late counts.",
    after: (tx, inventory, { onProgress }) => {
      revokeApprovals(tx, inventory);
      applyLate(tx, inventory, onProgress);
    },
  },
  close: {
    ...TRANSITIONS.close,
    kind: "job",
    summary: "Closes the stocktake and applies its results: from Processing of results to Closed",
    description: CLOSING,
    query: { seen: preconditionField() },
    before: (tx, inventory, { unchangedSince }) => {
      assertClosable(tx, inventory, unchangedSince);
      saveNames(tx, inventory);
    },
    // After the change of the state: moved stock marks items of other open inventories, never its own.
    after: applyResults,
  },
  cancel: {
    ...TRANSITIONS.cancel,
    kind: "command",
    summary: "Cancels the stocktake: from Preparation, Waiting for start or Paused to Cancelled",
  },
};

/** Applies a transition and its rules. Throws WrongState from other states, and the errors of the rules. */
export function applyTransition(
  tx: Tx,
  inventory: InventoryRecord,
  name: TransitionName,
  context: TransitionContext,
): void {
  const { from, to, before, after } = TRANSITION_TABLE[name];
  demandState(inventory.inventoryStateId, from);
  before?.(tx, inventory, context);
  setState(tx, inventory, to, context.principal.userId);
  after?.(tx, inventory, context);
}
