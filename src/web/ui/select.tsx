import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Field, type FieldProps } from "./field.tsx";

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly items: readonly { readonly value: Value; readonly label: string }[];
  readonly onValue: (value: Value) => void;
  readonly isDisabled?: boolean;
}

/** A select with label, hint and error. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, items, onValue, isDisabled = false, ...field } = props;
  const choose = (text: string) => {
    const chosen = items.find((item) => item.value === text);
    if (chosen !== undefined) onValue(chosen.value);
  };
  return (
    <Field {...field}>
      {(controlProps) => (
        <select
          {...controlProps}
          value={value}
          disabled={isDisabled}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {items.map((item) => (
            <option key={item.value} value={item.value}>
              {item.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface RecordSelectProps extends FieldProps {
  readonly items: readonly { readonly oid: number; readonly name: string }[];
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
  /** The label of the empty option. Default: "Choose…". */
  readonly none?: string;
}

/** A select of one record by its name, or none. */
export function RecordSelect({
  items,
  value,
  onValue,
  none = t(msg("Choose…")),
  ...field
}: RecordSelectProps) {
  const records = items.map(({ oid, name }) => ({ value: String(oid), label: name }));
  return (
    <Select
      {...field}
      items={[{ value: "", label: none }, ...records]}
      value={value === null ? "" : String(value)}
      onValue={(chosen) => onValue(chosen === "" ? null : Number(chosen))}
    />
  );
}
