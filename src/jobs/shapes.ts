import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import { JOB_STATES } from "../storage/database/schema.ts";

/** Rows that an undo, a cancellation or a failure has left. */
const LeftRows = namedObject("JobLeftRows", {
  leftCount: z.int(),
  left: z
    .array(
      z.object({
        table: z.string(),
        name: z.string(),
        reason: z
          .enum(["changed", "used", "owned"])
          .meta({ description: "Since the job. `owned`: by the head office." }),
      }),
    )
    .meta({ description: "The first hundred." }),
});

const common = {
  id: z.int(),
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
  error: z
    .object({
      message: z.string(),
      errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    })
    .nullable(),
  canCancel: z.boolean(),
  undoUntil: z.iso.datetime().nullable().meta({ description: "Null: it can't be undone." }),
};

const RESULT = {
  description:
    "What the work came to. After it was undone, cancelled or failed: `leftCount` rows were left, because they were `changed` or are `used` since; `left` names the first hundred.",
};
const STATE = { description: "While a job is being undone it is `waiting` or `running`." };

/**
 * The schema of a job (decisions, Long work). `kinds`: the names of all kinds. `results`: the schema of the result of a done job by
 * the name of its kind; the other kinds have no result.
 */
export function jobSchema(kinds: readonly string[], results: Readonly<Record<string, z.ZodType>>) {
  const withoutResult = namedObject("JobWithoutResult", {
    kind: z.enum(kinds.filter((kind) => !(kind in results))),
    state: z.enum(JOB_STATES).meta(STATE),
    result: LeftRows.nullable().meta(RESULT),
    ...common,
  });
  const withResult = Object.entries(results).flatMap(([kind, result]) => {
    const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}Job`;
    const notDone = z.enum(JOB_STATES).exclude(["done"]).meta(STATE);
    const left = z.union([result, LeftRows]).nullable().meta(RESULT);
    return [
      namedObject(name, { kind: z.literal(kind), state: z.literal("done"), result, ...common }),
      namedObject(`${name}NotDone`, { kind: z.literal(kind), state: notDone, result: left, ...common }),
    ];
  });
  return z.union([withoutResult, ...withResult]).meta({ id: "Job" });
}
