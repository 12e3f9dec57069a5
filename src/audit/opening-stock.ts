import { sql } from "kysely";
import { sqlite, statement, type Tx } from "../storage/database/statement.ts";

const insert = statement((p: { at: string }) =>
  sqlite
    .insertInto("auditEntry")
    .columns(["tenantId", "at", "cause", "entity", "entityId", "action", "changes"])
    .expression((eb) =>
      eb
        .selectFrom("articleLocation as p")
        .where("p.quantity", ">", 0)
        .orderBy("p.oid")
        .select([
          "p.tenantId",
          sql<string>`${p.at}`.as("at"),
          sql.lit("opening").as("cause"),
          sql.lit("article").as("entity"),
          "p.articleId as entityId",
          sql.lit("update" as const).as("action"),
          sql<string>`json_array(json_array('place', NULL,
            json_object('locationId', ${sql.ref("p.locationId")}, 'quantity', ${sql.ref("p.quantity")})))`.as(
            "changes",
          ),
        ]),
    ),
);

/** Begins the ledger of stock movements with the stock of now, where it was stored without the audit: the demo's data. */
export function addOpeningStock(tx: Tx): void {
  insert.run(tx, { at: tx.now });
}
