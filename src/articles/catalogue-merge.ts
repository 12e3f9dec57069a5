import { sql } from "kysely";
import { ofEach } from "../catalogue/catalogue.ts";
import { BATCH_ROWS, type ReassignmentParams, type Reassignments } from "../catalogue/merge.ts";
import { ARTICLE_COLUMNS } from "../catalogue/uses.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";

/** Reassigns the articles of a catalogue record, deleted ones too. */
export const articleReassignments: Reassignments = ofEach((catalogue) => {
  const column = ARTICLE_COLUMNS[catalogue];
  return [
    statement((p: ReassignmentParams) =>
      sqlite
        .updateTable("article")
        .set({ [column]: p.into, change: p.change, modifiedDT: p.now, modifiedBy: p.by })
        .where("oid", "in", ({ selectFrom }) =>
          selectFrom("article as a")
            .select("a.oid")
            .where(column, "=", p.from)
            .where(withoutIndex("a.tenantId"), "=", p.tenantId)
            .limit(sql.lit(BATCH_ROWS)),
        ),
    ),
  ];
});
