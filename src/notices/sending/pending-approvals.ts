import { NotFound } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { getInventory } from "../../inventories/inventory.ts";
import { disposalOf } from "../../requests/disposal.ts";
import { isPendingProposal, proposalOf } from "../../requests/proposal.ts";
import { transferOf } from "../../requests/transfer.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { ApprovalId } from "../mails/content.ts";

/** Whether a request still waits for a decision. A digest does not name what was decided meanwhile. */
export function isPending(db: Db, tenantId: number, waiting: ApprovalId): boolean {
  try {
    return STATE[waiting.kind](db, tenantId, waiting.oid);
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

const STATE: Readonly<Record<ApprovalId["kind"], (db: Db, tenantId: number, oid: number) => boolean>> = {
  transfer: (db, tenantId, oid) => transferOf(db, tenantId, oid).state === "open",
  disposal: (db, tenantId, oid) => disposalOf(db, tenantId, oid).state === "waiting",
  proposal: (db, tenantId, oid) => isPendingProposal(proposalOf(db, tenantId, oid)),
  stocktake: (db, tenantId, oid) => {
    const { inventoryStateId, isApproved } = getInventory(db, tenantId, oid);
    return inventoryStateId === State.Processing && isApproved === 0;
  },
};
