import { sql } from "kysely";
import { sqlite, statement } from "../storage/database/statement.ts";
import { deleteFound, upsertInto } from "../storage/database/table-statements.ts";

export const insert = upsertInto("outgoingEvent", ["tenantId", "dedupeKey"], {
  once: ["type", "data", "at"],
});
export const after = statement((p: { tenantId: number; oid: number; limit: number }) =>
  sqlite
    .selectFrom("outgoingEvent")
    .where("tenantId", "=", p.tenantId)
    .where("oid", ">", p.oid)
    .orderBy("oid")
    .limit(p.limit)
    .select(["oid", "tenantId", "type", "data", "at"]),
);
export const newest = statement(() =>
  sqlite.selectFrom("outgoingEvent").select(({ fn }) => fn.max<number | null>("oid").as("oid")),
);
/** The tenants with more than `max` events. */
export const tenantsAbove = statement((p: { max: number }) =>
  sqlite
    .selectFrom("outgoingEvent")
    .groupBy("tenantId")
    .having(({ fn }) => fn.countAll<number>(), ">", p.max)
    .select("tenantId"),
);
/** The newest event of a tenant that is above the largest number. */
export const newestAbove = statement((p: { tenantId: number; max: number }) =>
  sqlite
    .selectFrom("outgoingEvent")
    .where("tenantId", "=", p.tenantId)
    .orderBy("oid", "desc")
    .limit(sql.lit(1))
    .offset(p.max)
    .select("oid"),
);
export const removeUpTo = deleteFound(
  "outgoingEvent",
  (p: { tenantId: number; oid: number; limit: number }) =>
    sqlite
      .selectFrom("outgoingEvent")
      .select("oid")
      .where("tenantId", "=", p.tenantId)
      .where("oid", "<=", p.oid)
      .orderBy("oid")
      .limit(p.limit),
);
export const removeBefore = deleteFound("outgoingEvent", (p: { at: string; limit: number }) =>
  sqlite.selectFrom("outgoingEvent").select("oid").where("at", "<", p.at).orderBy("at").limit(p.limit),
);
