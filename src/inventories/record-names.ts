import { sql } from "kysely";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";

/** Selects id and name of the users of a tenant for papers, which show no ids: users of one name are told apart by their user names. */
export const recordNames = (tenantId: number) =>
  sqlite
    .selectFrom("user")
    .where("tenantId", "=", tenantId)
    .select([
      "oid",
      sql<string>`iif(count(*) OVER (PARTITION BY fullName) > 1, fullName || ' (' || userName || ')', fullName)`.as(
        "name",
      ),
    ]);

const byId = statement((p: { tenantId: number; oid: number }) =>
  sqlite.selectFrom(recordNames(p.tenantId).as("user")).where("oid", "=", p.oid).select("name"),
);

/** The name of a user as papers have it (`recordNames`); null: the tenant has no such user. */
export const findRecordName = (db: Db, tenantId: number, oid: number): string | null =>
  byId.first(db, { tenantId, oid })?.name ?? null;
