import { type Selectable, sql } from "kysely";
import type { Schema } from "../storage/database/schema.ts";
import { sqlite } from "../storage/database/statement.ts";

/** A query of a tenant's entries `h` by this index: without statistics the planner would choose a less selective one. */
export const entriesBy = (index: string, tenantId: number) =>
  sqlite
    .selectFrom(
      sql<Selectable<Schema["auditEntry"]>>`${sql.table("auditEntry")}`.as<"h">(
        sql`h INDEXED BY ${sql.ref(index)}`,
      ),
    )
    .where("h.tenantId", "=", tenantId);
