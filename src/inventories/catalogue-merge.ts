import { sql } from "kysely";
import { BATCH_ROWS, type Reassignments, type Scan, type Scans } from "../catalogue/merge.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { INVENTORY_ITEM } from "../records/stocktake.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { replaceReference } from "../storage/database/table-statements.ts";

/** Reassigns the items of a disposal method or reason, of closed inventories too. */
export const itemReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(INVENTORY_ITEM, catalogue).map((column) => replaceReference("inventoryItem", column, BATCH_ROWS)),
);

/** Reassigns the count operations from which the items are folded. */
export const itemScans: Scans = ofEachCatalogue((catalogue) =>
  columnsTo(INVENTORY_ITEM, catalogue).flatMap(countsAndCheckpoints),
);

function lastOf(table: "countOperation" | "inventoryItem"): Scan["last"] {
  return statement((_: object) => sqlite.selectFrom(table).select(({ fn }) => fn.max("oid").as("oid")));
}

function countsAndCheckpoints(column: string): readonly Scan[] {
  const path = sql.lit(`$.${column}`);
  return [
    {
      last: lastOf("countOperation"),
      // A late operation rebuilds its item from all operations.
      reassign: statement((p) =>
        sqlite
          .updateTable("countOperation")
          .set({ entered: sql<string>`json_set(entered, ${path}, ${p.into})`, change: p.change })
          .where("tenantId", "=", p.tenantId)
          .where("oid", ">", p.after)
          .where("oid", "<=", p.end)
          .where(sql<number>`entered ->> ${path}`, "=", p.from),
      ),
    },
    {
      last: lastOf("inventoryItem"),
      reassign: statement((p) =>
        sqlite
          .updateTable("inventoryItem")
          .set({ checkpoint: null })
          .where("tenantId", "=", p.tenantId)
          .where("oid", ">", p.after)
          .where("oid", "<=", p.end)
          .where(sql<number>`checkpoint ->> ${sql.lit(`$.state.${column}`)}`, "=", p.from),
      ),
    },
  ];
}
