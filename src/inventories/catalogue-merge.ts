import { sql } from "kysely";
import {
  BATCH_ROWS,
  type Reassignment,
  type ReassignmentParams,
  type Reassignments,
} from "../catalogue/merge.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { INVENTORY_ITEM } from "../records/stocktake.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { replaceReference } from "../storage/database/table-statements.ts";

/** Items, and the count operations from which they are folded. */
function itemsAndCounts(column: string): readonly Reassignment[] {
  const path = sql.lit(`$.${column}`);
  return [
    replaceReference("inventoryItem", column, BATCH_ROWS),
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
export const itemReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(INVENTORY_ITEM, catalogue).flatMap(itemsAndCounts),
);
