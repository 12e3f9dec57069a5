import { orNotFound, WrongState } from "../domain/errors.ts";
import { nameOfState, State } from "../domain/inventory-states.ts";
import { type Message, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { assertPermission, isTerminal, may } from "../domain/roles.ts";
import { recordResponse } from "../http/endpoint/response.ts";
import type { Locale } from "../i18n/locales.ts";
import { unfinishedJobOf } from "../jobs/job.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { WORK, type Work } from "./shapes.ts";
import * as store from "./store.ts";

/** A stored inventory, as the rules read it. */
export type InventoryRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Key of what belongs to an inventory of a tenant. */
export interface OfInventory {
  readonly tenantId: number;
  readonly inventoryId: number;
}

/** `hidden`: expected quantities are left out, for a blind count. */
export type Visibility = "whole" | "hidden";

/** The inventory of this id in the tenant. Throws NotFound. */
export function getInventory(db: Db, tenantId: number, oid: number): InventoryRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Stocktake not found."));
}

/** The response with the detail of an inventory, its list of items empty. Throws NotFound. */
export function getDetail(db: Db, locale: Locale, tenantId: number, oid: number) {
  const found = recordResponse(
    store.detail[locale].first(db, { tenantId, oid }),
    msg("Stocktake not found."),
  );
  return { ...found, location: `/api/inventories/${oid}` };
}

/** The texts for an inventory with a job. */
const BUSY: Readonly<Record<Work, Message>> = {
  prepare: msg("The stocktake is being prepared. Wait until that is done."),
  choose: msg("The stocktake is being prepared. Wait until that is done."),
  approve: msg("The stocktake is being approved. Wait until that is done."),
  approveItems: msg("Items are being approved. Wait until that is done."),
  reopen: msg("The stocktake is being reopened. Wait until that is done."),
  close: msg("The stocktake is being closed. Wait until that is done."),
  decide: msg("Decisions are being applied. Wait until that is done."),
};

/** Throws WrongState, naming the work, while a job of one of these kinds works on the inventory. Default: of any kind. */
export function assertIdle(
  db: Db,
  { tenantId, oid }: Pick<InventoryRecord, "tenantId" | "oid">,
  kinds: readonly Work[] = WORK,
): void {
  const job = unfinishedJobOf(db, tenantId, oid, kinds);
  const kind = kinds.find((one) => one === job?.kind);
  if (kind !== undefined) throw new WrongState(BUSY[kind]);
}

/** Throws WrongState, naming the current state, unless it is one of these. */
export function assertState(inventoryStateId: number, allowed: readonly number[]): void {
  if (!allowed.includes(inventoryStateId)) throw wrongState(inventoryStateId);
}

/** Throws WrongState unless the inventory is In progress. */
export function assertInProgress(inventoryStateId: number): void {
  assertState(inventoryStateId, [State.InProgress]);
}

/** Throws WrongState if the inventory is Closed or Cancelled. */
export function assertOpen(inventoryStateId: number): void {
  if (isOver(inventoryStateId)) throw wrongState(inventoryStateId);
}

const isOver = (stateId: number) => stateId === State.Closed || stateId === State.Cancelled;

function wrongState(stateId: number): WrongState {
  return new WrongState(
    msg('The stocktake is in state "{state}", which does not permit this.', { state: nameOfState(stateId) }),
  );
}

/**
 * The visibility of expected quantities. A blind count hides them from role User until it is closed. Throws Forbidden for a
 * shared terminal without a login if the inventory is Closed or Cancelled.
 */
export function visibilityOf(
  principal: Principal,
  inventory: { isBlind: number; inventoryStateId: number },
): Visibility {
  if (isTerminal(principal) && isOver(inventory.inventoryStateId)) assertPermission(principal, "work");
  const isHidden =
    inventory.isBlind === 1 && inventory.inventoryStateId !== State.Closed && !may(principal, "manage");
  return isHidden ? "hidden" : "whole";
}

/** Sets the state of an inventory, and records time and user (null: the server). All changes of state go through here. */
export function setState(
  tx: Tx,
  { tenantId, oid }: Pick<InventoryRecord, "tenantId" | "oid">,
  state: State,
  userId: number | null,
): void {
  const isClosed = store.isClosedIn(state);
  store.updateState.run(tx, { tenantId, oid, inventoryStateId: state, isClosed, change: tx.change });
  store.insertTransition.run(tx, { tenantId, inventoryId: oid, stateId: state, at: tx.now, userId });
}
