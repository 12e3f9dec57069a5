import { sql } from "kysely";
import { sqlite, statement } from "../storage/database/statement.ts";

export const insert = statement(
  (p: { tenantId: number; type: string; data: string; at: string; dedupeKey: string }) =>
    sqlite
      .insertInto("outgoingEvent")
      .values({ tenantId: p.tenantId, type: p.type, data: p.data, at: p.at, dedupeKey: p.dedupeKey })
      .onConflict((conflict) => conflict.columns(["tenantId", "dedupeKey"]).doNothing()),
);
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
export const removeUpTo = statement((p: { tenantId: number; oid: number; limit: number }) =>
  sqlite
    .deleteFrom("outgoingEvent")
    .where("oid", "in", (eb) =>
      eb
        .selectFrom("outgoingEvent")
        .select("oid")
        .where("tenantId", "=", p.tenantId)
        .where("oid", "<=", p.oid)
        .orderBy("oid")
        .limit(p.limit),
    ),
);
export const removeBefore = statement((p: { at: string; limit: number }) =>
  sqlite
    .deleteFrom("outgoingEvent")
    .where("oid", "in", (eb) =>
      eb.selectFrom("outgoingEvent").select("oid").where("at", "<", p.at).orderBy("at").limit(p.limit),
    ),
);
