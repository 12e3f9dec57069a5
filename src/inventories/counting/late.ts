import { type Count, withLocation } from "../../domain/counting/fold.ts";
import { DomainError, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { demandState, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import { refold } from "./refold.ts";
import { demandReferences, ensureItem, resolveSubject } from "./resolve-item.ts";
import * as store from "./store.ts";

/** Late operations that are read at once: about two milliseconds. */
const MAX_READ = 200;

/** An operation with its item and count. */
interface ResolvedOperation {
  readonly operation: store.OperationRecord;
  readonly itemId: number;
  readonly entered: Count;
}

/** The number of late operations of an inventory. */
export function countLate(db: Db, { oid: inventoryId }: InventoryRecord): number {
  return store.lateNumber.first(db, { inventoryId })?.number ?? 0;
}

/**
 * Applies the late operations of an inventory, item by item; yields the number of operations that it has passed since. Operations
 * with an unknown code become `unknown`. Operations that cannot be applied any more (the code is ambiguous now, the disposal
 * method is deleted) stay late. Repeating it goes on. At the end no other late operation is left in this transaction.
 */
export function* lateItems(tx: Tx, inventory: InventoryRecord): Generator<number, void> {
  const { tenantId, oid: inventoryId } = inventory;
  for (let after = 0; ; ) {
    const late = store.lateOperations.all(tx, { tenantId, inventoryId, after, limit: MAX_READ });
    const last = late.at(-1);
    if (last === undefined) return;
    after = last.oid;
    const resolved: ResolvedOperation[] = [];
    for (const operation of late) {
      const current = resolveLate(tx, inventory, operation);
      if (current !== null) resolved.push(current);
      yield current === null ? 1 : 0;
    }
    for (const ofItem of Map.groupBy(resolved, ({ itemId }) => itemId).values()) {
      apply(tx, tenantId, ofItem);
      yield ofItem.length;
    }
  }
}

/** Null: the operation has become unknown, or stays late. */
function resolveLate(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  try {
    const current = resolveOperation(tx, inventory, operation);
    if (current === null) store.updateOutcome.run(tx, { ...operation, state: "unknown", change: tx.change });
    return current;
  } catch (error) {
    // It stays in the list of late counts for a Manager.
    if (!(error instanceof DomainError)) throw error;
    return null;
  }
}

/**
 * Applies a late operation, or one whose code is known now. An applied operation is unchanged. Revokes the approvals of item
 * and inventory. Throws WrongState for a closed inventory or an unknown code, Invalid for deleted references.
 */
export function applyOperation(tx: Tx, inventory: InventoryRecord, operation: store.OperationRecord): void {
  demandState(inventory.inventoryStateId, [State.InProgress, State.Paused, State.Finished, State.Processing]);
  if (operation.state === "applied") return;
  const current = resolveOperation(tx, inventory, operation);
  if (current === null) {
    throw new WrongState(
      msg('Unknown code "{code}". Assign it to an article first.', { code: operation.code ?? "" }),
    );
  }
  apply(tx, inventory.tenantId, [current]);
  revokeApproval(tx, { tenantId: inventory.tenantId, oid: current.itemId, inventoryId: inventory.oid });
}

/** Null: unknown code. Throws Invalid if it cannot be applied. */
function resolveOperation(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  const entered = store.countIn(operation.entered);
  demandReferences(tx, inventory, operation, entered);
  const resolution = resolveSubject(tx, inventory, operation);
  return (
    resolution && {
      operation,
      itemId: ensureItem(tx, inventory, resolution),
      entered: withLocation(entered, resolution.locationId),
    }
  );
}

function apply(tx: Tx, tenantId: number, resolved: readonly ResolvedOperation[]): void {
  for (const [itemId, ofItem] of Map.groupBy(resolved, (current) => current.itemId)) {
    refold(
      tx,
      tenantId,
      itemId,
      // It is visible from now on.
      ofItem.map(({ operation, entered }) => ({ ...operation, entered, change: tx.change })),
    );
  }
  for (const { operation, itemId, entered } of resolved) {
    store.updateOutcome.run(tx, {
      tenantId,
      oid: operation.oid,
      state: "applied",
      itemId,
      entered: JSON.stringify(entered),
      change: tx.change,
    });
  }
}
