import { sql } from "kysely";
import { State } from "../domain/inventory-states.ts";
import { bool, jsonObject, object } from "../storage/database/json.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import { selectFrom } from "../storage/database/table-statements.ts";
import { InventoryAccuracy } from "./shapes.ts";

const MAX_ROWS = 1000;

/** The accuracy that inventories closed since a time have found, oldest first. */
export const accuracySince = statement((p: { tenantId: number; since: string }) =>
  sqlite
    .selectFrom(
      sqlite
        .selectFrom("inventoryAccuracy")
        .where("tenantId", "=", p.tenantId)
        .where("closedDT", ">=", p.since)
        .orderBy("closedDT", "desc")
        .limit(sql.lit(MAX_ROWS))
        .selectAll()
        .as("a"),
    )
    .innerJoin("inventory as v", "v.oid", "a.inventoryId")
    // A close that was cancelled has left its row.
    .where("v.inventoryStateId", "=", sql.lit(State.Closed))
    .orderBy("a.closedDT")
    .orderBy("a.inventoryId")
    .select(({ ref }) =>
      jsonObject<InventoryAccuracy>({
        inventory: object<InventoryAccuracy["inventory"]>({ oid: ref("v.oid"), name: ref("v.name") }),
        closedDT: ref("a.closedDT"),
        items: ref("a.items"),
        wrongItems: ref("a.wrongItems"),
        notCounted: ref("a.notCounted"),
        pieces: ref("a.pieces"),
        wrongPieces: ref("a.wrongPieces"),
        otherUnits: sql<InventoryAccuracy["otherUnits"]>`json(a.otherUnits)`,
        value: sql<number | null>`a.value / 10000`,
        wrongValue: sql<number | null>`a.wrongValue / 10000`,
        isSample: bool(
          sql`EXISTS (SELECT 1 FROM ${sql.table("inventorySample")} AS s WHERE s.inventoryId = a.inventoryId)`,
        ),
      }).as("json"),
    ),
);

/** What the close of an inventory has found, one that still runs or was cancelled too; null: no close has, or that of an earlier version. */
export const accuracyOf = selectFrom("inventoryAccuracy", ["inventoryId", "tenantId"]);

/** The accuracy that the tenant's closed inventories have found, oldest first; at most the last 1000. */
export function listAccuracy(db: Db, tenantId: number): readonly InventoryAccuracy[] {
  return accuracySince
    .all(db, { tenantId, since: "" })
    .map(({ json }) => InventoryAccuracy.parse(JSON.parse(json)));
}
