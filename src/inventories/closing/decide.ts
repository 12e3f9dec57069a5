import { WrongState } from "../../domain/errors.ts";
import { DECIDED_IN, type Decision, decisionsFor } from "../../domain/item-decisions.ts";
import type { ItemFilter } from "../../domain/item-views.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { assertExpectedCount } from "../../http/endpoint/selection-fields.ts";
import { quantityAt } from "../../stock/stock.ts";
import { type Db, statement, type Tx } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import { requestRecount, settleRecount } from "../counting/count.ts";
import { assertState, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import type { ItemRecord } from "../items/item.ts";
import {
  countMatching,
  type ItemRange,
  itemsIn,
  matchingInRange,
  newestMatchingChange,
} from "../items/item-ranges.ts";
import { isUndecided } from "../items/item-sql.ts";
import { assertUnchanged, type SeenItems } from "../items/precondition.ts";

/** From the start of the count until the close. */

const setDecision = updateTable("inventoryItem", {
  set: ["decision", "decidedDT", "decidedBy", "change"],
  where: ["oid", "tenantId"],
});
const resetExpected = updateTable("inventoryItem", {
  set: ["quantity", "change"],
  to: { movedQuantity: 0, movedDT: null, decision: null },
  where: ["oid", "tenantId"],
});

/**
 * Decides on one item. `recount`: count it again, against the stock recorded now. `keepCount`, `keepDifference`: how the close
 * treats moved stock. `settle`: the later of two counts stands. Revokes the approval. Throws WrongState before the count, after
 * the close, and if there is nothing to decide.
 */
export function decideItem(tx: Tx, principal: Principal, item: ItemRecord, decision: Decision): void {
  assertState(item.inventoryStateId, DECIDED_IN);
  const { tenantId, oid } = item;
  if (decision === "settle") {
    if (item.isToRecount === 0) throw nothingToSettle();
    settleRecount(tx, principal, item);
  } else if (decision === "recount") {
    if (item.movedDT !== null)
      resetExpected.run(tx, { tenantId, oid, quantity: recordedPieces(tx, item), change: tx.change });
    requestRecount(tx, principal, item);
  } else {
    if (item.movedDT === null) throw nothingMoved();
    const by = { decidedDT: tx.now, decidedBy: principal.userId };
    setDecision.run(tx, { tenantId, oid, decision, ...by, change: tx.change });
  }
  revokeApproval(tx, item);
}

function recordedPieces(tx: Tx, { tenantId, articleId, locationId }: ItemRecord): number {
  return locationId === null ? 0 : quantityAt(tx, { tenantId, articleId, locationId });
}

const orderedItems = (p: ItemRange) => itemsIn(p).orderBy("i.oid").select(["i.oid", "i.change"]);
const undecidedItems = statement((p: ItemRange) => orderedItems(p).where(isUndecided()));
const itemsToRecount = statement((p: ItemRange) => orderedItems(p).where("i.isToRecount", "=", 1));

/** The items of a range that a decision is about: see `DECIDING_MANY` in routes.ts. */
export function openItems(
  db: Db,
  tenantId: number,
  range: ItemRange,
  decision: Decision,
  filter: ItemFilter | null,
): readonly { readonly oid: number; readonly change: number }[] {
  if (filter === null) return (decision === "settle" ? itemsToRecount : undecidedItems).all(db, range);
  return matchingInRange(db, tenantId, range, filter).filter(({ movedDT, isToRecount }) =>
    decisionsFor({ movedDT, isToRecount: isToRecount === 1 }).includes(decision),
  );
}

/** Throws WrongState before the count and after the close, PreconditionFailed or Conflict where the items are not those that the client has seen. */
export function assertDecidable(
  tx: Tx,
  inventory: InventoryRecord,
  decision: Decision,
  filter: ItemFilter | null,
  { seen: unchangedSince, expectedCount }: SeenItems,
): void {
  assertState(inventory.inventoryStateId, DECIDED_IN);
  const range = { inventoryId: inventory.oid, after: 0, end: Number.MAX_SAFE_INTEGER };
  const open = () => openItems(tx, inventory.tenantId, range, decision, null);
  if (expectedCount !== undefined)
    assertExpectedCount(
      expectedCount,
      filter === null ? open().length : countMatching(tx, inventory, filter),
    );
  if (unchangedSince === null) return;
  if (filter !== null) {
    assertUnchanged({ change: newestMatchingChange(tx, inventory, filter, unchangedSince) }, unchangedSince);
    return;
  }
  for (const item of open()) assertUnchanged(item, unchangedSince);
}

function nothingMoved(): WrongState {
  return new WrongState(
    msg("The stock of this item has not changed since preparation. No decision is needed."),
  );
}

function nothingToSettle(): WrongState {
  return new WrongState(msg("This item is not marked for recount."));
}
