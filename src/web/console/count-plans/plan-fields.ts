import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { usePeople } from "../articles/names.ts";
import type { ShownFields } from "../forms/shown-record.tsx";
import { useLocations } from "../locations/tree/use-locations.ts";
import { scheduleText } from "./plan-texts.ts";
import type { bodyOf } from "./plan-values.ts";

/** Names the values of a plan as its form does, to show in what two versions differ. */
export function usePlanFields(): (values: ReturnType<typeof bodyOf>) => ShownFields {
  const people = usePeople();
  const { query } = useLocations();
  const person = (id: number | null) => people.find(({ oid }) => oid === id)?.name ?? "";
  const answer = (isSet: boolean) => t(isSet ? TEXTS.yes : TEXTS.no);
  return ({ selection, secondCount, schedule, ...plan }) => {
    const { abc, sample, locationIds } = selection;
    const chosen = query.body?.filter(({ oid }) => locationIds.includes(oid)) ?? [];
    return [
      [t(TEXTS.name), plan.name],
      [t(TEXTS.counter), person(plan.counterId)],
      [t(TEXTS.kind), t(SELECTION_NAMES[selection.kind])],
      [t(TEXTS.limit), textOf(selection.limit)],
      [t(TEXTS.days), textOf(selection.notCountedDays)],
      [t(TEXTS.person), person(selection.userId)],
      [t(TEXTS.abc), abc === null ? "" : abcText(abc)],
      [t(TEXTS.sample), sample === null ? "" : textsOf(sample)],
      [t(TEXTS.when), scheduleText({ schedule: { ...schedule, weekdays: [...schedule.weekdays] } })],
      [t(TEXTS.from), plan.fromDate],
      [t(TEXTS.to), plan.toDate ?? ""],
      [t(TEXTS.blind), answer(plan.isBlind)],
      [t(TEXTS.approve), answer(plan.mustBeApproved)],
      [t(TEXTS.paused), answer(plan.isPaused)],
      [t(TEXTS.second), secondCount === null ? "" : textsOf(secondCount)],
      [t(TEXTS.locations), chosen.map(({ name }) => name).join(", ")],
    ];
  };
}

type Abc = NonNullable<ReturnType<typeof bodyOf>["selection"]["abc"]>;

const abcText = ({ by, days, classes, a, ab }: Abc) =>
  [classes.join(" "), t(by === "value" ? TEXTS.byValue : TEXTS.byMovements), days, a, ab].join(" / ");

const textOf = (value: number | null) => (value === null ? "" : String(value));

const textsOf = (values: object) =>
  Object.values(values)
    .map((value: number | null) => textOf(value) || "–")
    .join(" / ");

const TEXTS = {
  name: msg("Name"),
  counter: msg("Who counts"),
  kind: msg("What to count"),
  limit: msg("Records at a time"),
  days: msg("Not counted for days"),
  person: msg("Person"),
  abc: msg("ABC classes"),
  byValue: msg("Value: price times pieces"),
  byMovements: msg("Movements"),
  sample: msg("Random sample"),
  when: msg("When"),
  from: msg("From"),
  to: msg("Until"),
  blind: msg("Blind count"),
  approve: msg("Requires approval"),
  paused: msg("Paused"),
  second: msg("Second count"),
  locations: msg("Locations"),
  yes: msg("Yes"),
  no: msg("No"),
};
