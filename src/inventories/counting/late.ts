import { type Count, withLocation } from "../../domain/counting/fold.ts";
import { DomainError, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { demandState, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import { refold } from "./refold.ts";
import { demandReferences, ensureItem, resolveSubject } from "./resolve-item.ts";
import * as store from "./store.ts";

/** One that may be applied now: to this item, saying this. */
interface ResolvedOperation {
  readonly operation: store.OperationRecord;
  readonly itemId: number;
  readonly entered: Count;
}

/**
 * Applies all that came late, for the count goes on again. What is about an unknown code is kept as that; what can't be
 * applied any more (its code names several articles now, its disposal method is gone) stays late. For a thread: there may be
 * many.
 */
export function applyLate(tx: Tx, inventory: InventoryRecord, tell: (done: number) => void): void {
  const { tenantId, oid: inventoryId } = inventory;
  const ready: ResolvedOperation[] = [];
  const late = store.late.all(tx, { tenantId, inventoryId });
  for (const [done, operation] of late.entries()) {
    tell(done);
    try {
      const one = resolveOperation(tx, inventory, operation);
      if (one !== null) ready.push(one);
      else store.updateOutcome.run(tx, { ...operation, state: "unknown", change: tx.change });
    } catch (error) {
      // Its time may come yet: a Manager sees it among the late ones.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  apply(tx, tenantId, ready);
}

/**
 * Applies one operation that came late, or whose code is known by now; one that is applied already stays so. The approvals
 * of what it changes fall. Throws WrongState once the inventory is closed, or while nobody knows the code; Invalid where it
 * refers to what is gone.
 */
export function applyOperation(tx: Tx, inventory: InventoryRecord, operation: store.OperationRecord): void {
  demandState(inventory.inventoryStateId, [State.InProgress, State.Paused, State.Finished, State.Processing]);
  if (operation.state === "applied") return;
  const one = resolveOperation(tx, inventory, operation);
  if (one === null) {
    throw new WrongState(
      msg(
        `Unknown code "${operation.code}". Assign it to an article first.`,
        `Neznámý kód „${operation.code}“. Nejprve jej přiřaďte artiklu.`,
      ),
    );
  }
  apply(tx, inventory.tenantId, [one]);
  revokeApproval(tx, { tenantId: inventory.tenantId, oid: one.itemId, inventoryId: inventory.oid });
}

/** Null: nobody knows the code. Throws Invalid where it can't be applied. */
function resolveOperation(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  const entered = store.countIn(operation.entered);
  demandReferences(tx, inventory, operation, entered);
  const meant = resolveSubject(tx, inventory, operation);
  return (
    meant && {
      operation,
      itemId: ensureItem(tx, inventory, meant),
      entered: withLocation(entered, meant.place),
    }
  );
}

function apply(tx: Tx, tenantId: number, ready: readonly ResolvedOperation[]): void {
  for (const [itemId, ofItem] of Map.groupBy(ready, (one) => one.itemId)) {
    refold(
      tx,
      tenantId,
      itemId,
      // Nobody could see it before now.
      ofItem.map(({ operation, entered }) => ({ ...operation, entered, change: tx.change })),
    );
  }
  for (const { operation, itemId, entered } of ready) {
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
