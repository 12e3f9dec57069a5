import { z } from "zod";
import { JOB_STATES } from "../storage/database/schema/jobs.ts";

/** A job (decisions, Long work). */
export const Job = z
  .object({
    id: z.int(),
    kind: z.string().meta({ description: "`import`, `close`, …" }),
    state: z
      .enum(JOB_STATES)
      .meta({ description: "While a job is being undone it is `waiting` or `running`." }),
    isUndoing: z
      .boolean()
      .meta({ description: "Its changes are being undone; `done` counts the undone rows." }),
    done: z.int(),
    total: z.int().nullable().meta({ description: "Null: not known yet." }),
    createdDT: z.iso.datetime(),
    startedDT: z.iso.datetime().nullable(),
    finishedDT: z.iso.datetime().nullable(),
    createdBy: z.string(),
    subjectId: z
      .int()
      .nullable()
      .meta({ description: "The record that it works on, such as the inventory or the import." }),
    result: z.unknown().meta({
      description:
        "What the work came to. After it was undone, cancelled or failed: `leftCount` rows were left, because they were `changed` or are `used` since; `left` names the first hundred.",
    }),
    error: z
      .object({
        message: z.string(),
        errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      })
      .nullable(),
    canCancel: z.boolean(),
    undoUntil: z.iso.datetime().nullable().meta({ description: "Null: it can't be undone." }),
  })
  .meta({ id: "Job" });
export type Job = z.output<typeof Job>;
