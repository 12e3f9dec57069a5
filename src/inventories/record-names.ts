import { sql } from "kysely";
import { sqlite } from "../storage/database/statement.ts";

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
