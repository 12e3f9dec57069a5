import { sql } from "kysely";
import { addEntry } from "../../audit/add-entry.ts";
import { WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import type { ItemFilter } from "../../domain/item-views.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { assertExpectedCount } from "../../http/endpoint/selection-fields.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../../storage/database/statement.ts";
import { assertState, type InventoryRecord } from "../inventory.ts";
import { countMatching, type ItemRange, matchingInRange, newestMatchingChange } from "./item-ranges.ts";
import { assertUnchanged, type SeenItems } from "./precondition.ts";

/** An approval of an inventory or of an item, or that there is none. */
export interface Approval {
  readonly isApproved: 0 | 1;
  readonly approvedDT: string | null;
  readonly approvedBy: number | null;
}

interface ApprovalChange extends Approval {
  readonly tenantId: number;
  readonly change: number;
}

const approvedBy = (tx: Tx, userId: number): Approval => ({
  isApproved: 1,
  approvedDT: tx.now,
  approvedBy: userId,
});
const NOT_APPROVED: Approval = { isApproved: 0, approvedDT: null, approvedBy: null };

const values = ({ isApproved, approvedDT, approvedBy, change }: ApprovalChange) => ({
  isApproved,
  approvedDT,
  approvedBy,
  change,
});
const setInventory = statement((p: ApprovalChange & { oid: number }) =>
  sqlite
    .updateTable("inventory")
    .set(values(p))
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId)
    .where("isApproved", "<>", p.isApproved),
);
const setItems = statement((p: ApprovalChange & ItemRange & { unchangedSince: number | null }) =>
  sqlite
    .updateTable("inventoryItem")
    .set(values(p))
    .where("tenantId", "=", p.tenantId)
    .where("inventoryId", "=", p.inventoryId)
    .where("oid", ">", p.after)
    .where("oid", "<=", p.end)
    .where(
      withoutIndex("change"),
      "<=",
      sql<number>`ifnull(${p.unchangedSince}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`,
    )
    .where(withoutIndex("isApproved"), "<>", p.isApproved),
);
const setItem = statement((p: ApprovalChange & { oid: number }) =>
  sqlite
    .updateTable("inventoryItem")
    .set(values(p))
    .where("oid", "=", p.oid)
    .where("tenantId", "=", p.tenantId)
    .where("isApproved", "<>", p.isApproved),
);
const newestOpen = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryItem")
    .where("inventoryId", "=", p.inventoryId)
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where(withoutIndex("isApproved"), "=", 0)
    .orderBy("change", "desc")
    .limit(1)
    .select("change"),
);

type Approver = Pick<Principal, "tenantId" | "userId">;

/** An item of an inventory. */
interface Item {
  readonly tenantId: number;
  readonly oid: number;
  readonly inventoryId: number;
}

/** Throws WrongState unless in Processing, PreconditionFailed if an unapproved item has a change after `unchangedSince`. */
export function assertApprovable(
  tx: Tx,
  { tenantId, oid: inventoryId, inventoryStateId }: InventoryRecord,
  unchangedSince: number | null,
): void {
  assertState(inventoryStateId, [State.Processing]);
  const newest = newestOpen.first(tx, { tenantId, inventoryId });
  if (newest !== null) assertUnchanged(newest, unchangedSince);
}

/**
 * Approves the items of a range but those with a change after `unchangedSince` (null: none). Those that are approved keep who has
 * approved them.
 */
export function approveItems(
  tx: Tx,
  { tenantId, userId }: Approver,
  range: ItemRange,
  unchangedSince: number | null,
): void {
  setItems.run(tx, { ...range, tenantId, ...approvedBy(tx, userId), change: tx.change, unchangedSince });
}

/** Revokes the approvals of the items of a range. */
export function revokeItemApprovals(tx: Tx, tenantId: number, range: ItemRange): void {
  setItems.run(tx, { ...range, tenantId, ...NOT_APPROVED, change: tx.change, unchangedSince: null });
}

/** Approves the items of a range that match a filter, as `approveItems`; returns how many. */
export function approveMatching(
  tx: Tx,
  { tenantId, userId }: Approver,
  range: ItemRange,
  filter: ItemFilter,
  unchangedSince: number | null,
): number {
  let approved = 0;
  for (const { oid, change } of matchingInRange(tx, tenantId, range, filter)) {
    if (unchangedSince !== null && change > unchangedSince) continue;
    approved += setItem.run(tx, { tenantId, oid, ...approvedBy(tx, userId), change: tx.change }).changes;
  }
  return approved;
}

/** Writes that a person has approved so many items of an inventory into the audit, as one entry. */
export function recordApprovals(
  tx: Tx,
  { tenantId, userId }: Approver,
  inventoryId: number,
  items: number,
): void {
  const after = { items, approvedBy: userId, approvedDT: tx.now };
  const changes = [["itemApproval", null, after]] as const;
  const cause = `inventory ${inventoryId}`;
  addEntry(tx, { tenantId, userId, cause, entity: "inventory", entityId: inventoryId, changes });
}

/** Throws WrongState unless in Processing, PreconditionFailed or Conflict where the items that match are not those that the client has seen. */
export function assertMatchingApprovable(
  tx: Tx,
  inventory: InventoryRecord,
  filter: ItemFilter,
  { seen: unchangedSince, expectedCount }: SeenItems,
): void {
  assertState(inventory.inventoryStateId, [State.Processing]);
  if (expectedCount !== undefined) assertExpectedCount(expectedCount, countMatching(tx, inventory, filter));
  if (unchangedSince === null) return;
  assertUnchanged({ change: newestMatchingChange(tx, inventory, filter, unchangedSince) }, unchangedSince);
}

/** Approves an inventory, whose items are approved. Repeating it changes nothing. Throws WrongState where one is not any more. */
export function approveInventory(tx: Tx, { tenantId, oid }: InventoryRecord, userId: number): void {
  // Stock that moves withdraws the decision on an item, also while the others are being approved.
  if (newestOpen.first(tx, { tenantId, inventoryId: oid }) !== null)
    throw new WrongState(
      msg("Stock has moved since, so an item has to be decided again. Then approve the results once more."),
    );
  setInventory.run(tx, { tenantId, oid, ...approvedBy(tx, userId), change: tx.change });
}

/** Revokes the approval of an inventory, without its items. */
export function revokeInventoryApproval(
  tx: Tx,
  { tenantId, oid }: Pick<InventoryRecord, "tenantId" | "oid">,
): void {
  setInventory.run(tx, { tenantId, oid, ...NOT_APPROVED, change: tx.change });
}

/** Gives an inventory the approval back that it had. */
export function restoreApproval(tx: Tx, { tenantId, oid }: InventoryRecord, approval: Approval): void {
  setInventory.run(tx, { tenantId, oid, ...approval, change: tx.change });
}

/** Approves one item. Throws WrongState unless its inventory is in Processing. */
export function approveItem(
  tx: Tx,
  item: Item & { readonly inventoryStateId: number },
  userId: number,
): void {
  assertState(item.inventoryStateId, [State.Processing]);
  const { tenantId, oid } = item;
  setItem.run(tx, { tenantId, oid, ...approvedBy(tx, userId), change: tx.change });
}

/** Revokes the approval of an item. Throws as `approveItem`. */
export function revokeItemApproval(tx: Tx, item: Item & { readonly inventoryStateId: number }): void {
  assertState(item.inventoryStateId, [State.Processing]);
  revokeApproval(tx, item);
}

/** Revokes the approvals of an item and of its inventory, if any: the approved results have changed. */
export function revokeApproval(tx: Tx, { tenantId, oid, inventoryId }: Item): void {
  setItem.run(tx, { tenantId, oid, ...NOT_APPROVED, change: tx.change });
  setInventory.run(tx, { tenantId, oid: inventoryId, ...NOT_APPROVED, change: tx.change });
}
