import { NotFound, WrongState } from "../domain/errors.ts";
import { nameOfState, State } from "../domain/inventory-states.ts";
import { msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { demand, isTerminal, may } from "../domain/roles.ts";
import { TRANSITIONS, type TransitionName } from "../domain/transitions.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import type { Visibility } from "./items/store.ts";
import * as store from "./store.ts";

export type InventoryRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The inventory of this id in the tenant. Throws NotFound. */
export function inventoryOf(db: Db, tenantId: number, oid: number): InventoryRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null) throw new NotFound(msg("There is no such inventory.", "Taková inventura neexistuje."));
  return found;
}

/** Moves an inventory on. Throws WrongState, naming the state it is in, where the move does not start from it. */
export function applyTransition(
  tx: Tx,
  inventory: InventoryRecord,
  move: TransitionName,
  userId: number,
): void {
  const { from, to } = TRANSITIONS[move];
  demandState(inventory.inventoryStateId, from);
  store.setState(tx, inventory, to, userId);
}

/** Throws WrongState, naming the state that it is, unless it is one of these. */
export function demandState(inventoryStateId: number, allowed: readonly number[]): void {
  if (!allowed.includes(inventoryStateId)) throw wrongState(inventoryStateId);
}

/** Counting goes on only while the inventory is in progress. Throws WrongState. */
export function demandInProgress(inventoryStateId: number): void {
  demandState(inventoryStateId, [State.InProgress]);
}

/** Photos come and go until the inventory is Closed or Cancelled. Throws WrongState after that. */
export function demandOpen(inventoryStateId: number): void {
  if (isOver(inventoryStateId)) throw wrongState(inventoryStateId);
}

const isOver = (stateId: number) => stateId === State.Closed || stateId === State.Cancelled;

function wrongState(stateId: number): WrongState {
  const { en, cs } = nameOfState(stateId);
  return new WrongState(
    msg(
      `The inventory is in state "${en}", which does not permit this.`,
      `Inventura je ve stavu „${cs}“, který to nedovoluje.`,
    ),
  );
}

/**
 * Whether the caller sees the expected quantities: in a blind count only Manager and Admin, until it is closed. Throws Forbidden
 * to a shared terminal by itself where the inventory is Closed or Cancelled: it reads only what can be counted.
 */
export function visibilityOf(
  caller: Principal,
  inventory: { isBlind: number; inventoryStateId: number },
): Visibility {
  if (isTerminal(caller) && isOver(inventory.inventoryStateId)) demand(caller, "work");
  const isHidden =
    inventory.isBlind === 1 && inventory.inventoryStateId !== State.Closed && !may(caller, "manage");
  return isHidden ? "hidden" : "whole";
}
