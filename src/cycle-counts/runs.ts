import { randomBytes } from "node:crypto";
import { newestDueDate } from "../domain/cycle-counts/schedule.ts";
import type { SecondCountLimits } from "../domain/cycle-counts/second-count.ts";
import { State } from "../domain/inventory-states.ts";
import type { HourOf, LocalHour } from "../domain/local-time.ts";
import type { Principal } from "../domain/principal.ts";
import { createInventory } from "../inventories/create.ts";
import { type InventoryRecord, setState } from "../inventories/inventory.ts";
import { isCounter, makeSelective } from "../inventories/rule.ts";
import { hasLocation } from "../locations/location.ts";
import { recordOutgoingEvent } from "../outgoing-events/outgoing-events.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import { type PlanRecord, scheduleIn, selectionIn } from "./plan.ts";
import * as store from "./plan-store.ts";

/** The due date that a plan has no run for, and whose hour has come; null: none, or a later one has a run. */
export function dueDateOf(db: Db, plan: PlanRecord, now: LocalHour, hourOf: HourOf): string | null {
  const { schedule, fromDate, toDate, activeSince, tenantId, oid: planId } = plan;
  const period = { schedule: scheduleIn(schedule), fromDate, toDate };
  const due = newestDueDate(period, now, hourOf(Date.parse(activeSince)));
  const last = store.lastRun.first(db, { tenantId, planId })?.dueDate ?? "";
  return due !== null && due > last ? due : null;
}

/**
 * Records a due date of a plan, with what it chooses and the seed, and makes its stocktake in the same transaction: a date makes one
 * at most. While the plan's last stocktake is open, none is made.
 */
export function runPlan(tx: Tx, plan: PlanRecord, dueDate: string): void {
  const { tenantId, oid: planId, selection } = plan;
  const seed = randomBytes(8).toString("hex");
  const run = { tenantId, planId, dueDate, at: tx.now, seed, selection };
  const last = store.lastMade.first(tx, { tenantId, planId });
  if (last !== null && isOpen(last.inventoryStateId)) {
    store.insertRun.run(tx, { ...run, outcome: "skipped", inventoryId: last.oid });
    recordSkipped(tx, { ...plan, dueDate }, "open", last);
    return;
  }
  store.insertRun.run(tx, { ...run, outcome: "made", inventoryId: makeStocktake(tx, plan, dueDate) });
}

/** Notes that the stocktake of a plan has nothing to count, and cancels it. */
export function cancelEmpty(tx: Tx, inventory: InventoryRecord, userId: number): void {
  const { tenantId, oid: inventoryId } = inventory;
  const run = store.runOf.first(tx, { tenantId, inventoryId });
  if (run !== null) recordSkipped(tx, { ...run, tenantId }, "empty", inventory);
  store.setEmpty.run(tx, { tenantId, inventoryId });
  setState(tx, inventory, State.Cancelled, userId);
}

/** Records the event that a due date of a plan counts nothing. */
function recordSkipped(
  tx: Tx,
  { tenantId, oid, name, dueDate }: Pick<PlanRecord, "tenantId" | "oid" | "name"> & { dueDate: string },
  reason: "open" | "empty",
  inventory: Pick<InventoryRecord, "oid" | "name">,
): void {
  const stocktake = { inventoryId: inventory.oid, inventoryName: inventory.name };
  const data = { oid, name, dueDate, reason, ...stocktake };
  recordOutgoingEvent(tx, { tenantId, type: "countPlan.skipped", data, dedupeKey: `${oid} ${dueDate}` });
}

const isOpen = (state: number) => state !== State.Closed && state !== State.Cancelled;

function makeStocktake(tx: Tx, plan: PlanRecord, dueDate: string): number {
  const { tenantId, counterId } = plan;
  const { locationIds } = selectionIn(plan.selection);
  const oid = createInventory(tx, ownerOf(plan), {
    name: `${plan.name} ${dueDate}`,
    locationIds: locationIds.filter((locationId) => hasLocation(tx, tenantId, locationId)),
    isBlind: plan.isBlind === 1,
    mustBeApproved: plan.mustBeApproved === 1,
    // A counter who has left is nobody.
    counterId: counterId !== null && isCounter(tx, tenantId, counterId) ? counterId : null,
    secondCount: limitsIn(plan.secondCount),
  });
  makeSelective(tx, tenantId, oid);
  return oid;
}

/** Who a plan acts for: whoever saved it last, with the rights that a plan needs, also when the person has left. */
export function ownerOf({ tenantId, ownerId }: Pick<PlanRecord, "tenantId" | "ownerId">): Principal {
  return {
    tenantId,
    userId: ownerId,
    userName: "",
    fullName: "",
    roles: ["Manager"],
    deviceTokenId: null,
    deviceKind: null,
    authTime: null,
    session: null,
  };
}

/** The limits of a plan, the value in ten-thousandths. */
function limitsIn(secondCount: string | null): SecondCountLimits | null {
  if (secondCount === null) return null;
  // The column holds nothing else.
  const { value, ...limits } = JSON.parse(secondCount) as SecondCountLimits;
  return { ...limits, value: value === null ? null : Math.round(value * 10_000) };
}
