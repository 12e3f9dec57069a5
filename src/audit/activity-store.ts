import { sql } from "kysely";
import { RequestState } from "../domain/print-states.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { entriesBy } from "./entries-by.ts";

/** The change of the pieces in each range of entries `[first, before]`, without opening stock and articles in other units. */
export const changes = statement((p: { tenantId: number; ranges: string }) =>
  sqlite
    .selectFrom(sql<{ key: number; value: string }>`json_each(${p.ranges})`.as("r"))
    .orderBy("r.key")
    .select(
      entriesBy("auditEntryByMovement", p.tenantId)
        .where(
          sql<boolean>`h.oid >= CAST(r.value ->> 0 AS INTEGER) AND h.oid < CAST(r.value ->> 1 AS INTEGER)`,
        )
        .where("h.movementKind", "is not", null)
        .where("h.movementKind", "<>", sql.lit("opening"))
        .where(sql<boolean>`(SELECT unit FROM ${sql.table("article")} WHERE oid = h.entityId) IS NULL`)
        .select(
          sql<number>`ifnull(sum(ifnull(h.changes ->> '$[0][2].quantity', 0) - ifnull(h.changes ->> '$[0][1].quantity', 0)), 0)`.as(
            "change",
          ),
        )
        .as("json"),
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
