import { z } from "zod";
import { ABC_CLASSES } from "../domain/cycle-counts/abc.ts";
import { CONFIDENCES } from "../domain/cycle-counts/record-accuracy.ts";
import { FREQUENCIES } from "../domain/cycle-counts/schedule.ts";
import { ABC_MEASURES, SELECTION_KINDS } from "../domain/cycle-counts/selection.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { listFields } from "../http/endpoint/record-schemas.ts";
import { NamedReference, UserReference } from "../http/endpoint/references.ts";
import { SecondCount } from "../inventories/shapes.ts";
import { COUNT_PLAN } from "../records/stocktake.ts";

/** What a plan counts. */
const CountSelection = namedObject("CountSelection", {
  kind: z.enum(SELECTION_KINDS),
  locationIds: z.array(z.int()),
  limit: z.int().nullable(),
  abc: z
    .object({
      by: z.enum(ABC_MEASURES),
      days: z.int(),
      classes: z.array(z.enum(ABC_CLASSES)),
      a: z.number(),
      ab: z.number(),
    })
    .nullable(),
  notCountedDays: z.int().nullable(),
  sample: z
    .object({
      confidence: z.union(CONFIDENCES.map((one) => z.literal(one))),
      margin: z.number(),
      expectedAccuracy: z.number(),
    })
    .nullable(),
  userId: z.int().nullable(),
});

/** When a plan is due. */
const CountSchedule = namedObject("CountSchedule", {
  every: z.enum(FREQUENCIES),
  weekdays: z.array(z.int().min(1).max(7)),
  dayOfMonth: z.int().min(1).max(31),
  atHour: z.int().min(0).max(23),
});

/** A plan. */
export const CountPlan = namedObject("CountPlan", {
  oid: z.int(),
  ...listFields(COUNT_PLAN, {
    selection: CountSelection,
    schedule: CountSchedule,
    secondCount: SecondCount.nullable(),
  }),
  counter: UserReference.nullable(),
  owner: UserReference.extend({ isActive: z.boolean() }).describe(
    "who saved it last: its inventories are prepared in this name, also after the person has left",
  ),
});
export type CountPlan = z.output<typeof CountPlan>;

/** A due date of a plan. */
export const CountPlanRun = namedObject("CountPlanRun", {
  oid: z.int(),
  plan: NamedReference,
  dueDate: z.iso.date(),
  at: z.iso.datetime(),
  outcome: z.enum(["made", "skipped", "empty"]),
  inventory: z.object({ oid: z.int(), name: z.string(), inventoryStateId: z.int() }).nullable(),
  seed: z.string().describe("from which a sample is drawn; stored before the draw"),
  isLast: z.boolean().describe("the newest one of its plan"),
});
export type CountPlanRun = z.output<typeof CountPlanRun>;
