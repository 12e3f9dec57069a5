import { BATCH_ROWS, type Reassignments } from "../catalogue/merge.ts";
import { DISPOSAL_PROPOSAL } from "../records/article-parts.ts";
import { ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo } from "../records/record.ts";
import { replaceReference } from "../storage/database/table-statements.ts";

/** Reassigns the disposal requests of a method or reason. */
export const disposalReassignments: Reassignments = ofEachCatalogue((catalogue) =>
  columnsTo(DISPOSAL_PROPOSAL, catalogue).map((column) =>
    replaceReference("disposalProposal", column, BATCH_ROWS),
  ),
);
