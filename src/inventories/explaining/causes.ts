import { sql } from "kysely";
import { z } from "zod";
import { parsedRows } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import { sqlite, statement, withoutIndex } from "../../storage/database/statement.ts";

const MAX_CAUSES = 50;
/** Closed stocktakes that are read, newest first: at most so many, and no further one after so many items. */
const MAX_CLOSED = 50;
const ITEMS_READ = 100_000;

const causes = statement((p: { tenantId: number; inventoryId: number }) => {
  const closed = sqlite
    .selectFrom("inventoryAccuracy")
    .where("tenantId", "=", p.tenantId)
    .orderBy("closedDT", "desc")
    .limit(sql.lit(MAX_CLOSED))
    .select([
      "inventoryId",
      sql<number>`total(items) OVER (ORDER BY closedDT DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`.as(
        "newer",
      ),
    ]);
  return sqlite
    .selectFrom("inventoryItem")
    .where(withoutIndex("tenantId"), "=", p.tenantId)
    .where("inventoryId", "in", ({ selectFrom }) =>
      selectFrom("inventory")
        .where("oid", "=", p.inventoryId)
        .select("oid")
        .unionAll(
          selectFrom(closed.as("c")).where("newer", "<", sql.lit(ITEMS_READ)).select("inventoryId as oid"),
        ),
    )
    .where("cause", "is not", null)
    .groupBy("cause")
    .orderBy(sql`count(*)`, "desc")
    .orderBy("cause")
    .limit(sql.lit(MAX_CAUSES))
    .select(sql`json_quote(cause)`.as("json"));
});

/** The causes of settled differences, the most used first: of an inventory, and of those that the tenant has closed last. */
export async function readCauses(reader: Reader, tenantId: number, inventoryId: number): Promise<string[]> {
  return z.array(z.string()).parse(parsedRows(await reader.rows(causes.bound({ tenantId, inventoryId }))));
}
