import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { usePeople } from "../articles/names.ts";
import type { ShownFields } from "../forms/form.tsx";
import { useLocations } from "../locations/tree/use-locations.ts";
import { scheduleText } from "./plan-texts.ts";
import type { bodyOf } from "./plan-values.ts";

/** Names the values of a plan as its form does, to show in what two versions differ. */
export function usePlanFields(): (values: ReturnType<typeof bodyOf>) => ShownFields {
  const people = usePeople();
  const { query } = useLocations();
  const person = (id: number | null) => people.find(({ oid }) => oid === id)?.name ?? "";
  const answer = (isSet: boolean) => t(isSet ? msg("Yes") : msg("No"));
  return ({ selection, secondCount, schedule, ...plan }) => {
    const { abc, sample, locationIds } = selection;
    const chosen = query.body?.filter(({ oid }) => locationIds.includes(oid)) ?? [];
    return [
      [t(msg("Name")), plan.name],
      [t(msg("Who counts")), person(plan.counterId)],
      [t(msg("What to count")), t(SELECTION_NAMES[selection.kind])],
      [t(msg("Records at a time")), textOf(selection.limit)],
      [t(msg("Not counted for days")), textOf(selection.notCountedDays)],
      [t(msg("Person")), person(selection.userId)],
      [t(msg("ABC classes")), abc === null ? "" : abcText(abc)],
      [t(msg("Random sample")), sample === null ? "" : textsOf(sample)],
      [t(msg("When")), scheduleText({ schedule: { ...schedule, weekdays: [...schedule.weekdays] } })],
      [t(msg("From")), plan.fromDate],
      [t(msg("Until")), plan.toDate ?? ""],
      [t(msg("Blind count")), answer(plan.isBlind)],
      [t(msg("Requires approval")), answer(plan.mustBeApproved)],
      [t(msg("Paused")), answer(plan.isPaused)],
      [t(msg("Second count")), secondCount === null ? "" : textsOf(secondCount)],
      [t(msg("Locations")), chosen.map(({ name }) => name).join(", ")],
    ];
  };
}

type Abc = NonNullable<ReturnType<typeof bodyOf>["selection"]["abc"]>;

const abcText = ({ by, days, classes, a, ab }: Abc) =>
  [
    classes.join(" "),
    t(by === "value" ? msg("Value: price times pieces") : msg("Movements")),
    days,
    a,
    ab,
  ].join(" / ");

const textOf = (value: number | null) => (value === null ? "" : String(value));

const textsOf = (values: object) =>
  Object.values(values)
    .map((value: number | null) => textOf(value) || "–")
    .join(" / ");
