import { sql } from "kysely";
import { RequestState } from "../domain/print-states.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

/**
 * The changes in each range of entries `[first, before]`, without opening stock: `[range, currencyTypeId, pieces, value]` for each
 * currency. Of the articles that there are: the totals have no others. Pieces without articles in other units; the value in
 * ten-thousandths, at the prices of now.
 */
export const changes = statement((p: { tenantId: number; ranges: string }) =>
  sqlite
    .selectFrom(
      // A cross join is not reordered: by each range, its entries are found in the index.
      sql<{
        range: number;
        currencyTypeId: number | null;
        unit: string | null;
        price: number;
        pieces: number;
      }>`(
        SELECT r.key AS range, a.currencyTypeId, a.unit, a.price,
          ifnull(h.changes ->> '$[0][2].quantity', 0) - ifnull(h.changes ->> '$[0][1].quantity', 0) AS pieces
        FROM json_each(${p.ranges}) r
        CROSS JOIN ${sql.table("auditEntry")} h INDEXED BY ${sql.ref("auditEntryByMovement")}
        JOIN ${sql.table("article")} a ON a.oid = h.entityId AND a.deleted = 0
        WHERE h.tenantId = ${p.tenantId} AND h.movementKind IS NOT NULL AND h.movementKind <> 'opening'
          AND h.oid >= CAST(r.value ->> 0 AS INTEGER) AND h.oid < CAST(r.value ->> 1 AS INTEGER))`.as("c"),
    )
    .groupBy(["c.range", "c.currencyTypeId"])
    .select(
      sql`json_array(c.range, c.currencyTypeId, sum(iif(c.unit IS NULL, c.pieces, 0)), total(1.0 * c.price * c.pieces))`.as(
        "json",
      ),
    ),
);

/** What happened since the first entry and count operation of today. `from`: the beginning of today. */
export const today = statement((p: { tenantId: number; entry: number; count: number; from: string }) =>
  sqlite.selectNoFrom(
    sql`json_array(
      (SELECT count(*) FROM ${sql.table("countOperation")} WHERE oid >= ${p.count} AND tenantId = ${p.tenantId} AND kind IN ('set', 'add')),
      (SELECT count(*) FROM ${sql.table("auditEntry")} INDEXED BY ${sql.ref("auditEntryByMovement")}
        WHERE tenantId = ${p.tenantId} AND oid >= ${p.entry} AND movementKind IS NOT NULL AND movementKind <> 'opening'),
      (SELECT ifnull(sum(copies), 0) FROM ${sql.table("printRequest")} WHERE finishedDT >= ${p.from} AND tenantId = ${p.tenantId}
        AND stateId = ${sql.lit(RequestState.Done)}))`.as("json"),
  ),
);
