import { sql } from "kysely";
import {
  BATCH_ROWS,
  type Reassignment,
  type ReassignmentParams,
  type Reassignments,
} from "../catalogue/merge.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";

function disposals(column: "disposalMethodId" | "disposalReasonId"): readonly Reassignment[] {
  const path = sql.lit(`$.${column}`);
  return [
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("inventoryItem")
        .set({ [column]: p.into, change: p.change })
        .where("oid", "in", ({ selectFrom }) =>
          selectFrom("inventoryItem as i")
            .select("i.oid")
            .where(column, "=", p.from)
            .where(withoutIndex("i.tenantId"), "=", p.tenantId)
            .limit(sql.lit(BATCH_ROWS)),
        ),
    ),
    // A late operation rebuilds its item from all operations.
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("countOperation")
        .set({ entered: sql<string>`json_set(entered, ${path}, ${p.into})`, change: p.change })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`entered ->> ${path}`, "=", p.from),
    ),
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("inventoryItem")
        .set({ checkpoint: null })
        .where("tenantId", "=", p.tenantId)
        .where(sql<number>`checkpoint ->> ${sql.lit(`$.state.${column}`)}`, "=", p.from),
    ),
  ];
}

/** Reassigns the items and count operations of a disposal method or reason, of closed inventories too. */
export const itemReassignments: Reassignments = {
  articleDisposalMethod: disposals("disposalMethodId"),
  articleDisposalReason: disposals("disposalReasonId"),
};
