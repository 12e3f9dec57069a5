import { ABC_CLASSES } from "../../../domain/cycle-counts/abc.ts";
import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { sampleSize } from "../../../domain/cycle-counts/record-accuracy.ts";
import { FREQUENCIES } from "../../../domain/cycle-counts/schedule.ts";
import { isSample, SELECTION_KINDS } from "../../../domain/cycle-counts/selection.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CheckboxGroup } from "../../ui/checkbox-group.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { optionsOf, RecordSelect, Select } from "../../ui/select.tsx";
import { choosable, usePeople } from "../articles/names.ts";
import type { FormFields } from "../forms/form.tsx";
import { useLocations } from "../locations/tree/location-tree.ts";
import { ChooseLocations } from "../stocktakes/prepare/choose-locations.tsx";
import { CounterField, SecondCountFields } from "../stocktakes/prepare/count-rules.tsx";
import { weekdayName } from "./plan-texts.ts";
import { type PlanValues, sampleGoalOf } from "./plan-values.ts";

/** What the parts of the form are given. */
interface PlanFormProps {
  readonly form: FormFields<PlanValues>;
}

const FLAGS = ["isBlind", "mustBeApproved", "isPaused"] as const;

/** The form of a plan. */
export function PlanForm({ form }: PlanFormProps) {
  return (
    <>
      <Fields>
        <TextField
          {...form.field("name")}
          hint={t(msg("Its stocktakes have this name and their date."))}
          isRequired
        />
        <CounterField {...form.field("counterId")} />
      </Fields>
      <SelectionFields form={form} />
      <h2>{t(msg("When"))}</h2>
      <ScheduleFields form={form} />
      <h2>{t(msg("Rules of counting"))}</h2>
      {FLAGS.map((name) => {
        const { label, value, onValue } = form.field(name);
        return (
          <Checkbox key={name} checked={value} onChange={() => onValue(!value)}>
            {label}
          </Checkbox>
        );
      })}
      <SecondCountFields {...form.field("secondCount")} errors={form.errors} />
      <Locations form={form} />
    </>
  );
}

function ScheduleFields({ form }: PlanFormProps) {
  const every = form.field("schedule.every");
  const named = { day: msg("Every day"), week: msg("Every week"), month: msg("Every month") };
  return (
    <>
      <Fields>
        <Select {...every} items={optionsOf(named, FREQUENCIES)} />
        {every.value === "month" && <TextField {...form.field("schedule.dayOfMonth")} inputMode="numeric" />}
        <TextField {...form.field("schedule.atHour")} inputMode="numeric" />
        <TextField {...form.field("fromDate")} type="date" />
        <TextField {...form.field("toDate")} type="date" />
      </Fields>
      {every.value === "week" && (
        <CheckboxGroup
          {...form.field("schedule.weekdays")}
          class="count-plan-choices"
          all={[1, 2, 3, 4, 5, 6, 7]}
          labelOf={weekdayName}
        />
      )}
    </>
  );
}

function Locations({ form }: PlanFormProps) {
  const { query, tree } = useLocations();
  const { label, value, onValue } = form.field("selection.locationIds");
  // Of the choice, or of one location in it.
  const problem = Object.entries(form.errors).find(([path]) => path.startsWith("selection.locationIds"))?.[1];
  return (
    <>
      <h2>{label}</h2>
      <p class="muted">{t(msg("None selected: all locations."))}</p>
      {problem !== undefined && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      <QueryBoundary query={query} empty={msg("No locations yet. Add or import locations first.")}>
        {() =>
          tree !== null && <ChooseLocations tree={tree} name={label} chosen={value} onChosen={onValue} />
        }
      </QueryBoundary>
    </>
  );
}

/** What a plan counts. */
function SelectionFields({ form }: PlanFormProps) {
  const people = usePeople();
  const kind = form.values["selection.kind"];
  const limit = form.field("selection.limit");
  const isDrawn = isSample(kind);
  return (
    <>
      <Fields>
        <Select
          {...form.field("selection.kind")}
          items={optionsOf(SELECTION_NAMES, SELECTION_KINDS)}
          onValue={(chosen) =>
            form.set({
              "selection.kind": chosen,
              "selection.limit": isSample(chosen) ? "" : limit.value,
            })
          }
        />
        <TextField
          {...limit}
          {...(kind === "location" && { label: t(msg("Locations at a time")) })}
          {...(isDrawn && { label: t(msg("Sample size")) })}
          hint={t(
            isDrawn
              ? msg("Records. Empty: as many as the goal below needs.")
              : msg("Those not counted for longest come first. Empty: all."),
          )}
          inputMode="numeric"
        />
        {!isDrawn && (
          <TextField
            {...form.field("selection.notCountedDays")}
            hint={t(msg("Empty: regardless of the last count."))}
            inputMode="numeric"
          />
        )}
        {kind === "person" && (
          <RecordSelect
            {...form.field("selection.userId")}
            items={choosable(people, form.values["selection.userId"])}
          />
        )}
      </Fields>
      {kind === "abc" && <AbcFields form={form} />}
      {kind === "valueSample" && (
        <p class="muted">
          {t(
            msg(
              "For a certificate of the value: 95 % confidence, 1 % precision. The dearest records are all counted, others are drawn by value.",
            ),
          )}
        </p>
      )}
      {isDrawn && limit.value.trim() === "" && <SampleGoal form={form} />}
    </>
  );
}

function AbcFields({ form }: PlanFormProps) {
  const by = form.field("selection.abc.by");
  return (
    <>
      <Fields>
        <Select
          {...by}
          items={[
            { value: "value", label: t(msg("Value: price times pieces")) },
            { value: "movements", label: t(msg("Movements")) },
          ]}
        />
        {by.value === "movements" && <TextField {...form.field("selection.abc.days")} inputMode="numeric" />}
        <TextField {...form.field("selection.abc.a")} inputMode="decimal" />
        <TextField {...form.field("selection.abc.ab")} inputMode="decimal" />
      </Fields>
      <CheckboxGroup
        {...form.field("selection.abc.classes")}
        class="count-plan-choices"
        all={ABC_CLASSES}
        labelOf={(one) => one}
      />
    </>
  );
}

/** The goal of a sample of records, or what one by value, whose goal is fixed, expects. */
function SampleGoal({ form }: PlanFormProps) {
  if (form.values["selection.kind"] === "sample") return <SampleFields form={form} />;
  return (
    <Fields>
      <ExpectedAccuracy
        form={form}
        hint={msg("The higher it is, the more records are needed to find 20 differences.")}
      />
    </Fields>
  );
}

function ExpectedAccuracy({ form, hint }: PlanFormProps & { readonly hint: Message }) {
  return (
    <TextField {...form.field("selection.sample.expectedAccuracy")} hint={t(hint)} inputMode="decimal" />
  );
}

/** Populations whose sample size is shown as an example. */
const EXAMPLES = [500, 5000, 50_000];

function SampleFields({ form }: PlanFormProps) {
  const goal = sampleGoalOf(form.values);
  return (
    <>
      <Fields>
        <Select
          {...form.field("selection.sample.confidence")}
          items={["0.9", "0.95", "0.99"].map((value) => ({
            value,
            label: `${Math.round(Number(value) * 100)} %`,
          }))}
        />
        <TextField {...form.field("selection.sample.margin")} inputMode="decimal" />
        <ExpectedAccuracy form={form} hint={msg("The lower it is, the larger the sample.")} />
      </Fields>
      {goal !== null && (
        <p class="muted" role="status">
          {EXAMPLES.map((all) =>
            t(msg("{n} of {all} records."), {
              n: number(sampleSize({ population: all, ...goal })),
              all: number(all),
            }),
          ).join(" ")}
        </p>
      )}
    </>
  );
}
