import { z } from "zod";
import { BULK_DELETE, BULK_EDIT } from "../bulk-edit/bulk-edit.ts";
import { BulkEdit } from "../bulk-edit/shapes.ts";
import type { MergeInput } from "../catalogue/merge.ts";
import { CHOOSE } from "../cycle-counts/choose-kind.ts";
import { IMPORT } from "../exchange/import/apply.ts";
import { ImportResult } from "../exchange/import/shapes.ts";
import { CLOSE } from "../inventories/closing/close.ts";
import { DECIDE } from "../inventories/closing/routes.ts";
import { APPROVE, APPROVE_ITEMS, PREPARE, REOPEN } from "../inventories/lifecycle/lifecycle-jobs.ts";
import { Overlap } from "../inventories/shapes.ts";
import { jobSchema } from "../jobs/shapes.ts";
import { BULK_LABELS, BULK_LOCATION_LABELS } from "../printing/labels/bulk-labels.ts";
import { BulkLabels } from "../printing/shapes.ts";
import { ADD_SAMPLE } from "../sample/add-kind.ts";
import type { JobKind } from "../storage/jobs/job-kind.ts";

/** A merge of two records of a list. */
export const MERGE: JobKind<MergeInput, null> = {
  name: "merge",
  module: new URL("./merge-job.ts", import.meta.url),
  journaled: [],
};

/** All kinds of jobs. A stored job of another kind is undone at the start. */
export const JOB_KINDS = [
  PREPARE,
  CHOOSE,
  APPROVE,
  APPROVE_ITEMS,
  REOPEN,
  CLOSE,
  DECIDE,
  MERGE,
  IMPORT,
  BULK_EDIT,
  BULK_DELETE,
  ADD_SAMPLE,
  BULK_LABELS,
  BULK_LOCATION_LABELS,
] as readonly JobKind[];

/** The schema of a job, with the result of each kind. */
export const JOB = jobSchema(
  JOB_KINDS.map(({ name }) => name),
  {
    [PREPARE.name]: z.array(Overlap),
    [CHOOSE.name]: z.array(Overlap).nullable(),
    [IMPORT.name]: ImportResult,
    [BULK_EDIT.name]: BulkEdit,
    [BULK_DELETE.name]: BulkEdit,
    [BULK_LABELS.name]: BulkLabels,
    [BULK_LOCATION_LABELS.name]: BulkLabels,
  },
);
