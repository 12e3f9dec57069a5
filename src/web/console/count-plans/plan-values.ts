import { DEFAULT_SHARES } from "../../../domain/cycle-counts/abc.ts";
import { CONFIDENCES } from "../../../domain/cycle-counts/record-accuracy.ts";
import type { SelectionKind } from "../../../domain/cycle-counts/selection.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import {
  type Limits,
  limitsOf,
  numberIn,
  secondCountOf,
  textOf,
} from "../stocktakes/prepare/count-rules.tsx";

/** The form of a plan: numbers as they are typed. */
export interface PlanValues extends Limits {
  readonly name: string;
  readonly kind: SelectionKind;
  readonly locationIds: readonly number[];
  readonly limit: string;
  readonly abcBy: "value" | "movements";
  readonly abcDays: string;
  readonly classes: readonly ("A" | "B" | "C")[];
  readonly shareA: string;
  readonly shareAB: string;
  readonly notCountedDays: string;
  readonly confidence: string;
  readonly margin: string;
  readonly expectedAccuracy: string;
  readonly personId: number | null;
  readonly every: "day" | "week" | "month";
  readonly weekdays: readonly number[];
  readonly dayOfMonth: string;
  readonly atHour: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly counterId: number | null;
  readonly isBlind: boolean;
  readonly mustBeApproved: boolean;
  readonly isPaused: boolean;
}

/** The form of a new plan. */
export const newPlan = (today: string): PlanValues => ({
  name: "",
  kind: "notCounted",
  locationIds: [],
  limit: "20",
  notCountedDays: "",
  abcBy: "value",
  abcDays: "90",
  classes: ["A"],
  personId: null,
  shareA: `${DEFAULT_SHARES.a * 100}`,
  shareAB: `${DEFAULT_SHARES.ab * 100}`,
  confidence: "0.95",
  margin: "3",
  expectedAccuracy: "95",
  every: "week",
  weekdays: [1],
  dayOfMonth: "1",
  atHour: "6",
  fromDate: today,
  toDate: "",
  counterId: null,
  isBlind: true,
  mustBeApproved: false,
  isPaused: false,
  ...limitsOf(null),
});

/** The form of a stored plan. */
export function valuesOf(plan: CountPlan): PlanValues {
  const { selection, schedule, secondCount } = plan;
  const { abc, sample } = selection;
  const fresh = newPlan(plan.fromDate);
  return {
    name: plan.name,
    kind: selection.kind,
    locationIds: selection.locationIds,
    limit: textOf(selection.limit),
    notCountedDays: textOf(selection.notCountedDays),
    abcBy: abc?.by ?? fresh.abcBy,
    abcDays: textOf(abc?.days ?? 90),
    classes: abc?.classes ?? ["A"],
    shareA: textOf(abc?.a ?? 80),
    shareAB: textOf(abc?.ab ?? 95),
    personId: selection.userId,
    confidence: textOf(sample?.confidence ?? 0.95),
    margin: textOf(sample?.margin ?? 3),
    expectedAccuracy: textOf(sample?.expectedAccuracy ?? 95),
    every: schedule.every,
    weekdays: schedule.weekdays,
    dayOfMonth: textOf(schedule.dayOfMonth),
    atHour: textOf(schedule.atHour),
    fromDate: plan.fromDate,
    toDate: plan.toDate ?? "",
    counterId: plan.counter?.id ?? null,
    isBlind: plan.isBlind,
    mustBeApproved: plan.mustBeApproved,
    isPaused: plan.isPaused,
    ...limitsOf(secondCount),
  };
}

const required = (text: string) => numberIn(text) ?? Number.NaN;

/** The body of a request. */
export function bodyOf(values: PlanValues) {
  const { kind } = values;
  const confidence = CONFIDENCES.find((one) => String(one) === values.confidence) ?? 0.95;
  return {
    name: values.name,
    fromDate: values.fromDate,
    toDate: values.toDate === "" ? null : values.toDate,
    isPaused: values.isPaused,
    isBlind: values.isBlind,
    mustBeApproved: values.mustBeApproved,
    counterId: values.counterId,
    secondCount: secondCountOf(values),
    selection: {
      kind,
      locationIds: values.locationIds,
      limit: numberIn(values.limit),
      notCountedDays: kind === "sample" ? null : numberIn(values.notCountedDays),
      abc:
        kind === "abc"
          ? {
              by: values.abcBy,
              days: required(values.abcDays),
              classes: values.classes,
              a: required(values.shareA),
              ab: required(values.shareAB),
            }
          : null,
      sample:
        kind === "sample"
          ? {
              confidence,
              margin: required(values.margin),
              expectedAccuracy: required(values.expectedAccuracy),
            }
          : null,
      userId: kind === "person" ? values.personId : null,
    },
    schedule: {
      every: values.every,
      weekdays: values.weekdays,
      dayOfMonth: required(values.dayOfMonth),
      atHour: required(values.atHour),
    },
  };
}
