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
