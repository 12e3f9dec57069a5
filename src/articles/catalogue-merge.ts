import { BATCH_ROWS, type ReassignmentParams, type Reassignments } from "../catalogue/merge.ts";
import { ARTICLE } from "../records/article.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { replaceReference } from "../storage/database/table-statements.ts";

const stamps = ({ now, by }: ReassignmentParams) => ({ modifiedDT: now, modifiedBy: by });

/** Reassigns the articles of a catalogue record, deleted ones too. */
export const articleReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(ARTICLE, catalogue).map((column) => replaceReference("article", column, BATCH_ROWS, stamps)),
);
