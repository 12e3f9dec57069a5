import { type AbcClass, DEFAULT_SHARES } from "../../../domain/cycle-counts/abc.ts";
import { CONFIDENCES } from "../../../domain/cycle-counts/record-accuracy.ts";
import { isSample, type SelectionKind } from "../../../domain/cycle-counts/selection.ts";
import { VALUE_CONFIDENCE, VALUE_PRECISION } from "../../../domain/cycle-counts/value-strata.ts";
import { msg } from "../../../domain/message.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import {
  type Limits,
  limitsOf,
  numberIn,
  secondCountOf,
  textOf,
} from "../stocktakes/prepare/count-rules.tsx";

/** The form of a plan: values by the paths of their fields in the API, numbers as they are typed. */
export interface PlanValues
  extends Pick<CountPlan, "name" | "fromDate" | "isBlind" | "mustBeApproved" | "isPaused"> {
  readonly "selection.kind": SelectionKind;
  readonly "selection.locationIds": readonly number[];
  readonly "selection.limit": string;
  readonly "selection.notCountedDays": string;
  readonly "selection.userId": number | null;
  readonly "selection.abc.by": "value" | "movements";
  readonly "selection.abc.days": string;
  readonly "selection.abc.classes": readonly AbcClass[];
  readonly "selection.abc.a": string;
  readonly "selection.abc.ab": string;
  readonly "selection.sample.confidence": string;
  readonly "selection.sample.margin": string;
  readonly "selection.sample.expectedAccuracy": string;
  readonly "schedule.every": "day" | "week" | "month";
  readonly "schedule.weekdays": readonly number[];
  readonly "schedule.dayOfMonth": string;
  readonly "schedule.atHour": string;
  readonly toDate: string;
  readonly counterId: number | null;
  readonly secondCount: Limits;
}

/** The labels of the fields. */
export const PLAN_LABELS = {
  name: msg("Name"),
  counterId: msg("Who counts"),
  "selection.kind": msg("What to count"),
  "selection.limit": msg("Records at a time"),
  "selection.notCountedDays": msg("Not counted for days"),
  "selection.userId": msg("Person"),
  "selection.abc.by": msg("Classes by"),
  "selection.abc.days": msg("Movements of the last days"),
  "selection.abc.classes": msg("Classes to count"),
  "selection.abc.a": msg("Share of class A in %"),
  "selection.abc.ab": msg("Share of A and B in %"),
  "selection.sample.confidence": msg("Confidence"),
  "selection.sample.margin": msg("Margin in %"),
  "selection.sample.expectedAccuracy": msg("Expected accuracy in %"),
  "selection.locationIds": msg("Locations"),
  "schedule.every": msg("How often"),
  "schedule.weekdays": msg("Weekdays"),
  "schedule.dayOfMonth": msg("Day of the month"),
  "schedule.atHour": msg("Hour"),
  fromDate: msg("From"),
  toDate: msg("Until"),
  isBlind: msg("Blind count"),
  mustBeApproved: msg("Requires approval"),
  isPaused: msg("Paused"),
  secondCount: msg("Second count"),
};

/** The form of a new plan. */
export const newPlan = (today: string): PlanValues => ({
  name: "",
  "selection.kind": "notCounted",
  "selection.locationIds": [],
  "selection.limit": "20",
  "selection.notCountedDays": "",
  "selection.userId": null,
  "selection.abc.by": "value",
  "selection.abc.days": "90",
  "selection.abc.classes": ["A"],
  "selection.abc.a": `${DEFAULT_SHARES.a * 100}`,
  "selection.abc.ab": `${DEFAULT_SHARES.ab * 100}`,
  "selection.sample.confidence": "0.95",
  "selection.sample.margin": "3",
  "selection.sample.expectedAccuracy": "95",
  "schedule.every": "week",
  "schedule.weekdays": [1],
  "schedule.dayOfMonth": "1",
  "schedule.atHour": "6",
  fromDate: today,
  toDate: "",
  counterId: null,
  isBlind: true,
  mustBeApproved: false,
  isPaused: false,
  secondCount: limitsOf(null),
});

/** The form of a stored plan. */
export function valuesOf(plan: CountPlan): PlanValues {
  const { name, fromDate, isBlind, mustBeApproved, isPaused, selection, schedule } = plan;
  const { abc, sample } = selection;
  return {
    ...newPlan(fromDate),
    name,
    "selection.kind": selection.kind,
    "selection.locationIds": selection.locationIds,
    "selection.limit": textOf(selection.limit),
    "selection.notCountedDays": textOf(selection.notCountedDays),
    "selection.userId": selection.userId,
    ...(abc && {
      "selection.abc.by": abc.by,
      "selection.abc.days": textOf(abc.days),
      "selection.abc.classes": abc.classes,
      "selection.abc.a": textOf(abc.a),
      "selection.abc.ab": textOf(abc.ab),
    }),
    ...(sample && {
      "selection.sample.confidence": textOf(sample.confidence),
      "selection.sample.margin": textOf(sample.margin),
      "selection.sample.expectedAccuracy": textOf(sample.expectedAccuracy),
    }),
    "schedule.every": schedule.every,
    "schedule.weekdays": schedule.weekdays,
    "schedule.dayOfMonth": textOf(schedule.dayOfMonth),
    "schedule.atHour": textOf(schedule.atHour),
    toDate: plan.toDate ?? "",
    counterId: plan.counter?.id ?? null,
    isBlind,
    mustBeApproved,
    isPaused,
    secondCount: limitsOf(plan.secondCount),
  };
}

const required = (text: string) => numberIn(text) ?? Number.NaN;

/** The goal of a sample, in fractions; null: it is not complete, or out of range. */
export function sampleGoalOf(values: PlanValues) {
  const confidence = Number(values["selection.sample.confidence"]);
  const margin = required(values["selection.sample.margin"]) / 100;
  const expectedAccuracy = required(values["selection.sample.expectedAccuracy"]) / 100;
  const isGoal = margin > 0 && margin <= 1 && expectedAccuracy >= 0 && expectedAccuracy <= 1;
  return isGoal ? { confidence, margin, expectedAccuracy } : null;
}

/** The body of a request. */
export function bodyOf(values: PlanValues) {
  const { name, fromDate, toDate, isPaused, isBlind, mustBeApproved, counterId } = values;
  const kind = values["selection.kind"];
  const confidence = CONFIDENCES.find((one) => String(one) === values["selection.sample.confidence"]) ?? 0.95;
  return {
    name,
    fromDate,
    toDate: toDate === "" ? null : toDate,
    isPaused,
    isBlind,
    mustBeApproved,
    counterId,
    secondCount: secondCountOf(values.secondCount),
    selection: {
      kind,
      locationIds: values["selection.locationIds"],
      limit: numberIn(values["selection.limit"]),
      notCountedDays: isSample(kind) ? null : numberIn(values["selection.notCountedDays"]),
      abc:
        kind === "abc"
          ? {
              by: values["selection.abc.by"],
              days: required(values["selection.abc.days"]),
              classes: values["selection.abc.classes"],
              a: required(values["selection.abc.a"]),
              ab: required(values["selection.abc.ab"]),
            }
          : null,
      sample: isSample(kind)
        ? {
            ...(kind === "sample"
              ? { confidence, margin: required(values["selection.sample.margin"]) }
              : { confidence: VALUE_CONFIDENCE, margin: VALUE_PRECISION * 100 }),
            expectedAccuracy: required(values["selection.sample.expectedAccuracy"]),
          }
        : null,
      userId: kind === "person" ? values["selection.userId"] : null,
    },
    schedule: {
      every: values["schedule.every"],
      weekdays: values["schedule.weekdays"],
      dayOfMonth: required(values["schedule.dayOfMonth"]),
      atHour: required(values["schedule.atHour"]),
    },
  };
}
