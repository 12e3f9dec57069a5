import { FREQUENCIES } from "../../../domain/cycle-counts/schedule.ts";
import { msg } from "../../../domain/message.ts";
import { MAX_PLAN_NAME_LENGTH } from "../../../domain/text-limits.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Fields, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocations } from "../locations/tree/use-locations.ts";
import { ChooseLocations } from "../stocktakes/prepare/choose-locations.tsx";
import { CounterField, SecondCountFields } from "../stocktakes/prepare/count-rules.tsx";
import { weekdayName } from "./plan-texts.ts";
import type { PlanValues } from "./plan-values.ts";
import { type PlanFormProps, SelectionFields } from "./selection-fields.tsx";

/** The form of a plan. */
export function PlanForm(props: PlanFormProps) {
  const { values, errors, set } = props;
  const { isBlind, mustBeApproved, isPaused } = values;
  return (
    <>
      <Fields>
        <TextField
          label={t(TEXTS.name)}
          hint={t(TEXTS.nameHint)}
          value={values.name}
          maxLength={MAX_PLAN_NAME_LENGTH}
          onValue={(name) => set({ name })}
          problem={errors["name"]}
          isRequired
        />
        <CounterField value={values.counterId} errors={errors} onValue={(counterId) => set({ counterId })} />
      </Fields>
      <SelectionFields {...props} />
      <h2>{t(TEXTS.when)}</h2>
      <ScheduleFields {...props} />
      <h2>{t(TEXTS.rules)}</h2>
      <Checkbox checked={isBlind} onChange={() => set({ isBlind: !isBlind })}>
        {t(TEXTS.blind)}
      </Checkbox>
      <Checkbox checked={mustBeApproved} onChange={() => set({ mustBeApproved: !mustBeApproved })}>
        {t(TEXTS.approve)}
      </Checkbox>
      <Checkbox checked={isPaused} onChange={() => set({ isPaused: !isPaused })}>
        {t(TEXTS.paused)}
      </Checkbox>
      <SecondCountFields limits={values} errors={errors} onLimits={set} />
      <Locations {...props} />
    </>
  );
}

function ScheduleFields({ values, errors, set }: PlanFormProps) {
  const { every, weekdays } = values;
  const named = { day: TEXTS.daily, week: TEXTS.weekly, month: TEXTS.monthly };
  return (
    <>
      <Fields>
        <Select
          label={t(TEXTS.every)}
          items={FREQUENCIES.map((value) => ({ value, label: t(named[value]) }))}
          value={every}
          onValue={(chosen) => set({ every: chosen as PlanValues["every"] })}
        />
        {every === "month" && (
          <TextField
            label={t(TEXTS.dayOfMonth)}
            inputMode="numeric"
            value={values.dayOfMonth}
            onValue={(dayOfMonth) => set({ dayOfMonth })}
            problem={errors["schedule.dayOfMonth"]}
          />
        )}
        <TextField
          label={t(TEXTS.atHour)}
          inputMode="numeric"
          value={values.atHour}
          onValue={(atHour) => set({ atHour })}
          problem={errors["schedule.atHour"]}
        />
        <TextField
          label={t(TEXTS.from)}
          type="date"
          value={values.fromDate}
          onValue={(fromDate) => set({ fromDate })}
          problem={errors["fromDate"]}
        />
        <TextField
          label={t(TEXTS.to)}
          type="date"
          value={values.toDate}
          onValue={(toDate) => set({ toDate })}
          problem={errors["toDate"]}
        />
      </Fields>
      {every === "week" && (
        <fieldset class="count-plan-choices">
          <legend>{t(TEXTS.weekdays)}</legend>
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
      <h2>{t(TEXTS.locations)}</h2>
      <p class="muted">{t(TEXTS.everywhere)}</p>
      <QueryBoundary query={query} empty={TEXTS.noPlaces}>
        {() =>
          tree !== null && (
            <ChooseLocations
              tree={tree}
              name={t(TEXTS.locations)}
              chosen={values.locationIds}
              onChosen={(chosen) => set({ locationIds: [...chosen] })}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}

const TEXTS = {
  name: msg("Name"),
  nameHint: msg("Its stocktakes have this name and their date."),
  when: msg("When"),
  rules: msg("Rules of counting"),
  blind: msg("Blind count"),
  approve: msg("Requires approval"),
  paused: msg("Paused"),
  every: msg("How often"),
  daily: msg("Every day"),
  weekly: msg("Every week"),
  monthly: msg("Every month"),
  weekdays: msg("Weekdays"),
  dayOfMonth: msg("Day of the month"),
  atHour: msg("Hour"),
  from: msg("From"),
  to: msg("Until"),
  locations: msg("Locations"),
  everywhere: msg("None selected: all locations."),
  noPlaces: msg("No locations yet. Add or import locations first."),
};
