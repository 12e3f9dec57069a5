import { sql } from "kysely";
import type { ReassignmentParams, Reassignments } from "../catalogue/merge.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

const has = (oid: number) => sql<boolean>`EXISTS (SELECT 1 FROM json_each(categoryIds) WHERE value = ${oid})`;

/** Replaces a category in the fields that articles of it have. */
export const customFieldReassignments: Reassignments = {
  articleCategory: [
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("customField")
        .set({
          categoryIds: sql<string>`(SELECT json_group_array(DISTINCT iif(value = ${p.from}, ${p.into}, value)
            ORDER BY value) FROM json_each(categoryIds))`,
          change: p.change,
        })
        .where("tenantId", "=", p.tenantId)
        .where("categoryIds", "is not", null)
        .where(has(p.from)),
    ),
  ],
};
