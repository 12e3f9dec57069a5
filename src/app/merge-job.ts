import { articleReassignments } from "../articles/catalogue-merge.ts";
import { type MergeInput, mergeRecords } from "../catalogue/merge.ts";
import { customFieldReassignments } from "../custom-fields/catalogue-merge.ts";
import { itemReassignments, itemScans } from "../inventories/catalogue-merge.ts";
import { disposalReassignments } from "../requests/catalogue-merge.ts";
import { savedViewReassignments } from "../saved-views/catalogue-merge.ts";
import type { JobProgram } from "../storage/jobs/job-program.ts";

/** Merges catalogue records, with the reassignments of all tables that refer to them. */
export const run: JobProgram<MergeInput, number, null> = (job) =>
  mergeRecords(
    job,
    {
      article: articleReassignments,
      disposalProposal: disposalReassignments,
      inventoryItem: itemReassignments,
      customField: customFieldReassignments,
      savedView: savedViewReassignments,
    },
    itemScans,
  );
