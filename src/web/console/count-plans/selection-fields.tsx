import { ABC_CLASSES } from "../../../domain/cycle-counts/abc.ts";
import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { sampleSize } from "../../../domain/cycle-counts/record-accuracy.ts";
import { SELECTION_KINDS, type SelectionKind } from "../../../domain/cycle-counts/selection.ts";
import { msg } from "../../../domain/message.ts";
import { number, t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { RecordSelect, Select } from "../../ui/select.tsx";
import { choosable, useNames } from "../articles/names.ts";
import type { PlanValues } from "./plan-values.ts";

/** What the parts of the form are given. */
export interface PlanFormProps {
  readonly values: PlanValues;
  /** The server's errors by path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (changed: Partial<PlanValues>) => void;
}

/** What a plan counts. */
export function SelectionFields(props: PlanFormProps) {
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
