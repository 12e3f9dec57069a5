import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { choosable, usePeople } from "../../articles/names.ts";
import type { FieldErrors, FieldOf } from "../../forms/form.tsx";

// Who counts, and when another person counts again: rules of a stocktake and of a count plan.

/** Limits of the second count, as they are typed. */
export interface Limits {
  readonly pieces: string;
  readonly percent: string;
  readonly value: string;
}

/** A stored number as text; none: empty. */
export const textOf = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : String(value);

/** A typed number; empty: null. What is no number becomes -1, which the server rejects in every field. */
export function numberIn(text: string): number | null {
  if (text.trim() === "") return null;
  const value = Number(text.trim().replace(",", "."));
  return Number.isNaN(value) ? -1 : value;
}

/** The form of stored limits. */
export const limitsOf = (stored: InventoryDetail["secondCount"]): Limits => ({
  pieces: textOf(stored?.pieces),
  percent: textOf(stored?.percent),
  value: textOf(stored?.value),
});

/** Limits for a request; null: no second count is needed. */
export function secondCountOf(limits: Limits) {
  const pieces = numberIn(limits.pieces);
  const percent = numberIn(limits.percent);
  const value = numberIn(limits.value);
  return [pieces, percent, value].every((limit) => limit === null) ? null : { pieces, percent, value };
}

/** Who is to count. */
export function CounterField(props: FieldOf<number | null>) {
  const people = usePeople();
  return <RecordSelect {...props} none={t(msg("Anybody"))} items={choosable(people, props.value)} />;
}

const LIMITS = [
  ["pieces", msg("Pieces")],
  ["percent", msg("Percent")],
  ["value", msg("Value")],
] as const;

interface LimitsProps {
  readonly value: Limits;
  /** The server's errors by path. */
  readonly errors: FieldErrors;
  readonly onValue: (limits: Limits) => void;
}

/** The limits of the second count. */
export function SecondCountFields({ value, errors, onValue }: LimitsProps) {
  return (
    <>
      <p class="muted">
        {t(
          msg(
            "A second count by another person is needed where the count differs from the record by more than:",
          ),
        )}
      </p>
      <Fields>
        {LIMITS.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            inputMode="decimal"
            value={value[name]}
            onValue={(limit) => onValue({ ...value, [name]: limit })}
            problem={errors[`secondCount.${name}`]}
          />
        ))}
      </Fields>
    </>
  );
}
