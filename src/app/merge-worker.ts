import { articleReassignments } from "../articles/catalogue-merge.ts";
import { type MergeJob, mergeRecords } from "../catalogue/merge.ts";
import { itemReassignments } from "../inventories/catalogue-merge.ts";
import { disposalReassignments } from "../requests/catalogue-merge.ts";
import type { Tx } from "../storage/database/statement.ts";

/** The module of the worker transaction that merges catalogue records, with the reassignments of all features. */
export function run(tx: Tx, job: MergeJob, report: (done: number) => void): void {
  mergeRecords(tx, job, [articleReassignments, disposalReassignments, itemReassignments], report);
}
