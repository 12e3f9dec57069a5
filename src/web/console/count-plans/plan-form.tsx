import { ABC_CLASSES } from "../../../domain/cycle-counts/abc.ts";
import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { sampleSize } from "../../../domain/cycle-counts/record-accuracy.ts";
import { FREQUENCIES } from "../../../domain/cycle-counts/schedule.ts";
import { SELECTION_KINDS, type SelectionKind } from "../../../domain/cycle-counts/selection.ts";
import { msg } from "../../../domain/message.ts";
import { MAX_PLAN_NAME_LENGTH } from "../../../domain/text-limits.ts";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { RecordSelect, Select } from "../../ui/select.tsx";
import { choosable, useNames } from "../articles/names.ts";
import { useLocations } from "../locations/tree/location-tree.ts";
import { ChooseLocations } from "../stocktakes/prepare/choose-locations.tsx";
import { CounterField, SecondCountFields } from "../stocktakes/prepare/count-rules.tsx";
import { weekdayName } from "./plan-texts.ts";
import type { PlanValues } from "./plan-values.ts";

/** The form of a plan. */
export function PlanForm(props: PlanFormProps) {
  const { values, errors, set } = props;
  const { isBlind, mustBeApproved, isPaused } = values;
  return (
    <>
      <Fields>
        <TextField
          label={t(msg("Name"))}
          hint={t(msg("Its stocktakes have this name and their date."))}
          value={values.name}
          maxLength={MAX_PLAN_NAME_LENGTH}
          onValue={(name) => set({ name })}
          problem={errors["name"]}
          isRequired
        />
        <CounterField value={values.counterId} errors={errors} onValue={(counterId) => set({ counterId })} />
      </Fields>
      <SelectionFields {...props} />
      <h2>{t(msg("When"))}</h2>
      <ScheduleFields {...props} />
      <h2>{t(msg("Rules of counting"))}</h2>
      <Checkbox checked={isBlind} onChange={() => set({ isBlind: !isBlind })}>
        {t(msg("Blind count"))}
      </Checkbox>
      <Checkbox checked={mustBeApproved} onChange={() => set({ mustBeApproved: !mustBeApproved })}>
        {t(msg("Requires approval"))}
      </Checkbox>
      <Checkbox checked={isPaused} onChange={() => set({ isPaused: !isPaused })}>
        {t(msg("Paused"))}
      </Checkbox>
      <SecondCountFields limits={values} errors={errors} onLimits={set} />
      <Locations {...props} />
    </>
  );
}

function ScheduleFields({ values, errors, set }: PlanFormProps) {
  const { every, weekdays } = values;
  const named = { day: msg("Every day"), week: msg("Every week"), month: msg("Every month") };
  return (
    <>
      <Fields>
        <Select
          label={t(msg("How often"))}
          items={FREQUENCIES.map((value) => ({ value, label: t(named[value]) }))}
          value={every}
          onValue={(chosen) => set({ every: chosen as PlanValues["every"] })}
        />
        {every === "month" && (
          <TextField
            label={t(msg("Day of the month"))}
            inputMode="numeric"
            value={values.dayOfMonth}
            onValue={(dayOfMonth) => set({ dayOfMonth })}
            problem={errors["schedule.dayOfMonth"]}
          />
        )}
        <TextField
          label={t(msg("Hour"))}
          inputMode="numeric"
          value={values.atHour}
          onValue={(atHour) => set({ atHour })}
          problem={errors["schedule.atHour"]}
        />
        <TextField
          label={t(msg("From"))}
          type="date"
          value={values.fromDate}
          onValue={(fromDate) => set({ fromDate })}
          problem={errors["fromDate"]}
        />
        <TextField
          label={t(msg("Until"))}
          type="date"
          value={values.toDate}
          onValue={(toDate) => set({ toDate })}
          problem={errors["toDate"]}
        />
      </Fields>
      {every === "week" && (
        <fieldset class="count-plan-choices">
          <legend>{t(msg("Weekdays"))}</legend>
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <Checkbox
              key={day}
              checked={weekdays.indexOf(day) !== -1}
              onChange={({ currentTarget: { checked } }) => {
                const others = weekdays.filter((one) => one !== day);
                set({ weekdays: checked ? [...others, day].sort((a, b) => a - b) : others });
              }}
            >
              {weekdayName(day)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      {errors["schedule.weekdays"] !== undefined && <p class="error-text">{errors["schedule.weekdays"]}</p>}
    </>
  );
}

function Locations({ values, set }: PlanFormProps) {
  const { query, tree } = useLocations();
  return (
    <>
      <h2>{t(msg("Locations"))}</h2>
      <p class="muted">{t(msg("None selected: all locations."))}</p>
      <QueryBoundary query={query} empty={msg("No locations yet. Add or import locations first.")}>
        {() =>
          tree !== null && (
            <ChooseLocations
              tree={tree}
              name={t(msg("Locations"))}
              chosen={values.locationIds}
              onChosen={(chosen) => set({ locationIds: [...chosen] })}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}

/** What the parts of the form are given. */
interface PlanFormProps {
  readonly values: PlanValues;
  /** The server's errors by path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (changed: Partial<PlanValues>) => void;
}

/** What a plan counts. */
function SelectionFields(props: PlanFormProps) {
  const { values, errors, set } = props;
  const { kind } = values;
  return (
    <>
      <Fields>
        <Select
          label={t(msg("What to count"))}
          items={SELECTION_KINDS.map((value) => ({ value, label: t(SELECTION_NAMES[value]) }))}
          value={kind}
          onValue={(chosen) =>
            set({ kind: chosen as SelectionKind, limit: chosen === "sample" ? "" : values.limit })
          }
        />
        <TextField
          label={t(
            kind === "location"
              ? msg("Locations at a time")
              : kind === "sample"
                ? msg("Sample size")
                : msg("Records at a time"),
          )}
          hint={t(
            kind === "sample"
              ? msg("Records. Empty: as many as the goal below needs.")
              : msg("Those not counted for longest come first. Empty: all."),
          )}
          inputMode="numeric"
          value={values.limit}
          onValue={(limit) => set({ limit })}
          problem={errors["selection.limit"]}
        />
        {kind !== "sample" && (
          <TextField
            label={t(msg("Not counted for days"))}
            hint={t(msg("Empty: regardless of the last count."))}
            inputMode="numeric"
            value={values.notCountedDays}
            onValue={(notCountedDays) => set({ notCountedDays })}
            problem={errors["selection.notCountedDays"]}
          />
        )}
        {kind === "person" && <PersonField {...props} />}
      </Fields>
      {kind === "abc" && <AbcFields {...props} />}
      {kind === "sample" && values.limit.trim() === "" && <SampleFields {...props} />}
    </>
  );
}

function PersonField({ values, errors, set }: PlanFormProps) {
  const { people } = useNames();
  return (
    <RecordSelect
      label={t(msg("Person"))}
      items={choosable(people, values.personId)}
      value={values.personId}
      onValue={(personId) => set({ personId })}
      problem={errors["selection.userId"]}
    />
  );
}

function AbcFields({ values, errors, set }: PlanFormProps) {
  const { classes } = values;
  return (
    <>
      <Fields>
        <Select
          label={t(msg("Classes by"))}
          items={[
            { value: "value", label: t(msg("Value: price times pieces")) },
            { value: "movements", label: t(msg("Movements")) },
          ]}
          value={values.abcBy}
          onValue={(by) => set({ abcBy: by === "value" ? "value" : "movements" })}
        />
        {values.abcBy === "movements" && (
          <TextField
            label={t(msg("Movements of the last days"))}
            inputMode="numeric"
            value={values.abcDays}
            onValue={(abcDays) => set({ abcDays })}
            problem={errors["selection.abc.days"]}
          />
        )}
        <TextField
          label={t(msg("Share of class A in %"))}
          inputMode="decimal"
          value={values.shareA}
          onValue={(shareA) => set({ shareA })}
          problem={errors["selection.abc.a"]}
        />
        <TextField
          label={t(msg("Share of A and B in %"))}
          inputMode="decimal"
          value={values.shareAB}
          onValue={(shareAB) => set({ shareAB })}
          problem={errors["selection.abc.ab"]}
        />
      </Fields>
      <fieldset class="count-plan-choices">
        <legend>{t(msg("Classes to count"))}</legend>
        {ABC_CLASSES.map((one) => (
          <Checkbox
            key={one}
            checked={classes.indexOf(one) !== -1}
            onChange={({ currentTarget: { checked } }) =>
              set({
                classes: ABC_CLASSES.filter((each) =>
                  each === one ? checked : classes.indexOf(each) !== -1,
                ),
              })
            }
          >
            {one}
          </Checkbox>
        ))}
      </fieldset>
      {errors["selection.abc.classes"] !== undefined && (
        <p class="error-text">{errors["selection.abc.classes"]}</p>
      )}
    </>
  );
}

/** Populations whose sample size is shown as an example. */
const EXAMPLES = [500, 5000, 50_000];

function SampleFields({ values, errors, set }: PlanFormProps) {
  const [margin, accuracy] = [values.margin, values.expectedAccuracy].map((text) => Number(text) / 100);
  const isGoal =
    margin !== undefined &&
    accuracy !== undefined &&
    margin > 0 &&
    margin <= 1 &&
    accuracy >= 0 &&
    accuracy <= 1;
  const sizeOf = (population: number) =>
    sampleSize({
      population,
      confidence: Number(values.confidence),
      margin: margin ?? 1,
      expectedAccuracy: accuracy ?? 1,
    });
  return (
    <>
      <Fields>
        <Select
          label={t(msg("Confidence"))}
          items={["0.9", "0.95", "0.99"].map((value) => ({
            value,
            label: `${Math.round(Number(value) * 100)} %`,
          }))}
          value={values.confidence}
          onValue={(confidence) => set({ confidence })}
        />
        <TextField
          label={t(msg("Margin in %"))}
          inputMode="decimal"
          value={values.margin}
          onValue={(value) => set({ margin: value })}
          problem={errors["selection.sample.margin"]}
        />
        <TextField
          label={t(msg("Expected accuracy in %"))}
          hint={t(msg("The lower it is, the larger the sample."))}
          inputMode="decimal"
          value={values.expectedAccuracy}
          onValue={(expectedAccuracy) => set({ expectedAccuracy })}
          problem={errors["selection.sample.expectedAccuracy"]}
        />
      </Fields>
      {isGoal && (
        <p class="muted" role="status">
          {EXAMPLES.map((all) =>
            t(msg("{n} of {all} records."), { n: number(sizeOf(all)), all: number(all) }),
          ).join(" ")}
        </p>
      )}
    </>
  );
}
