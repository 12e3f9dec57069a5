import type { ComponentChildren } from "preact";
import { type Message, msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import styles from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly items: readonly { readonly value: Value; readonly label: string }[];
  readonly onValue: (value: Value) => void;
  readonly isDisabled?: boolean;
  /** Beside the control, for example a button. */
  readonly beside?: ComponentChildren;
}

/** A select with label, hint and error. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, items, onValue, isDisabled = false, beside, ...field } = props;
  const choose = (text: string) => {
    const chosen = items.find((item) => item.value === text);
    if (chosen !== undefined) onValue(chosen.value);
  };
  return (
    <Field {...field}>
      {(controlProps) => {
        const control = (
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
        );
        if (beside === undefined) return control;
        return (
          <div class={styles["besides"]}>
            {control}
            {beside}
          </div>
        );
      }}
    </Field>
  );
}

/** The options of a select, by the names of its values. */
export const optionsOf = <Value extends string>(
  names: Readonly<Record<Value, Message>>,
  values: readonly Value[] = Object.keys(names) as Value[],
) => values.map((value) => ({ value, label: t(names[value]) }));

export interface RecordSelectProps extends FieldProps, Pick<SelectProps<string>, "beside"> {
  readonly items: readonly { readonly oid: number; readonly name: string }[];
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
  /** The label of the empty option. Default: "Choose…". */
  readonly none?: string | undefined;
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
