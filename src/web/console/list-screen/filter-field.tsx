import { parseCustomValue } from "../../../domain/custom-fields.ts";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { RecordSelect, Select } from "../../ui/select.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import { LocationField } from "../locations/tree/location-field.tsx";
import type { Filter } from "./filters.ts";

type FieldFilter = Exclude<Filter, { kind: "view" | "link" }>;

interface FieldProps<F = FieldFilter> {
  readonly filter: F;
  /** As in the address; empty: not set. */
  readonly value: string;
  readonly onValue: (value: string | number | null) => void;
}

/** The field of a filter. */
export function FilterField({ filter, value, onValue }: FieldProps) {
  switch (filter.kind) {
    case "choice":
      return (
        <Select
          label={filter.label}
          items={[{ value: "", label: t(ALL) }, ...filter.items]}
          value={value}
          onValue={onValue}
        />
      );
    case "record":
      return (
        <RecordSelect
          label={filter.label}
          none={t(ALL)}
          items={filter.items}
          value={value === "" ? null : Number(value)}
          onValue={onValue}
        />
      );
    case "location":
      return (
        <LocationField
          label={filter.fieldLabel ?? filter.label}
          value={value === "" ? null : Number(value)}
          onValue={onValue}
        />
      );
    case "flag":
      return (
        <Checkbox checked={value === "true"} onValue={(isChecked) => onValue(isChecked ? "true" : null)}>
          {filter.label}
        </Checkbox>
      );
    case "from":
    case "to":
    case "day":
      return <TextField label={labelOf(filter)} type="date" value={value} onValue={onValue} />;
    default:
      return <TypedField filter={filter} value={value} onValue={onValue} />;
  }
}

const ALL = msg("All");

/** The name of a filter. */
export function labelOf(filter: Exclude<Filter, { kind: "view" }>): string {
  if (filter.kind === "from") return t(msg("From", "time"));
  if (filter.kind === "to") return t(msg("To", "time"));
  return filter.label;
}

/** A typed value. A text that is no number is marked, and the list keeps its filter. */
function TypedField({
  filter,
  value,
  onValue,
}: FieldProps<Extract<FieldFilter, { kind: "search" | "text" | "number" | "decimal" }>>) {
  const { kind, label } = filter;
  const problemOf = (text: string) => (kind === "decimal" ? decimalProblem(text) : undefined);
  const set = (text: string) => {
    if (problemOf(text) === undefined) onValue(text);
  };
  const { text, type, finish } = useTyped(value, set);
  return (
    <TextField
      type={kind === "search" ? "search" : "text"}
      label={label}
      hint={kind === "search" ? filter.hint : undefined}
      maxLength={kind === "text" ? filter.maxLength : undefined}
      inputMode={kind === "number" ? "numeric" : kind === "decimal" ? "decimal" : undefined}
      spellcheck={false}
      liveProblem={problemOf(text)}
      value={text}
      onValue={(typed) => type(FORMS[kind]?.(typed) ?? typed)}
      onBlur={finish}
      onKeyDown={({ key }) => key === "Enter" && finish()}
    />
  );
}

/** Typed text as the address has it. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  number: (text) => text.replace(/\D/g, ""),
  decimal: (text) => text.replace(",", "."),
};

/** The error of a text; undefined: a number, or empty. */
function decimalProblem(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const parsed = parseCustomValue({ type: "number", choices: null }, text);
  return "error" in parsed ? t(parsed.error) : undefined;
}
