import { sql } from "kysely";
import { BATCH_ROWS, type ReassignmentParams, type Reassignments } from "../catalogue/merge.ts";
import { ARTICLE } from "../records/article.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { replaceReference } from "../storage/database/table-statements.ts";

/** Of a rejected proposal the stamps say who has rejected it, and when. */
const stamps = ({ now, by }: ReassignmentParams) => ({
  modifiedDT: sql`iif(rejectReason IS NULL, ${now}, modifiedDT)`,
  modifiedBy: sql`iif(rejectReason IS NULL, ${by}, modifiedBy)`,
});

/** Reassigns the articles of a catalogue record, deleted ones too. */
export const articleReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(ARTICLE, catalogue).map((column) => replaceReference("article", column, BATCH_ROWS, stamps)),
);
