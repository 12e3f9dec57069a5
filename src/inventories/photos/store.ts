import { sql } from "kysely";
import { sqlite, statement } from "../../storage/database/statement.ts";

/** A count operation by its UUID, and the state of its inventory. */
export const operation = statement((p: { tenantId: number; operationId: string }) =>
  sqlite
    .selectFrom("countOperation as o")
    .innerJoin("inventory as v", "v.oid", "o.inventoryId")
    .select(["o.oid", "o.itemId", "v.inventoryStateId"])
    .where("o.tenantId", "=", p.tenantId)
    .where("o.operationId", "=", p.operationId),
);
/** The state of the inventory of a photo; none for photos of articles. */
export const inventoryOf = statement(
  (p: { inventoryItemId: number | null; countOperationId: number | null }) =>
    sqlite
      .selectFrom("inventory as v")
      .select("v.inventoryStateId")
      .where(
        "v.oid",
        "=",
        sql<number>`ifnull((SELECT inventoryId FROM inventoryItem WHERE oid = ${p.inventoryItemId}), (SELECT inventoryId FROM countOperation WHERE oid = ${p.countOperationId}))`,
      ),
);
