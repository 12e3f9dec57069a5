import { sql } from "kysely";
import type { ReassignmentParams, Reassignments } from "../catalogue/merge.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { CUSTOM_FIELD } from "../records/custom-field.ts";
import { columnsTo } from "../records/record.ts";
import { sqlite, statement } from "../storage/database/statement.ts";

/** Replaces a category in the fields that articles of it have. */
export const customFieldReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(CUSTOM_FIELD, catalogue, "ints").map((column) => {
    const oids = sql.ref(column);
    return statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("customField")
        .set({
          [column]: sql<string>`(SELECT json_group_array(DISTINCT iif(value = ${p.from}, ${p.into}, value)
            ORDER BY value) FROM json_each(${oids}))`,
          change: p.change,
        })
        .where("tenantId", "=", p.tenantId)
        .where(oids, "is not", null)
        .where(sql<boolean>`EXISTS (SELECT 1 FROM json_each(${oids}) WHERE value = ${p.from})`),
    );
  }),
);
