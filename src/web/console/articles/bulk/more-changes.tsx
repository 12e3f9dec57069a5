import { parseCustomValue } from "../../../../domain/custom-fields.ts";
import { msg } from "../../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { customValueText } from "../../../articles/custom-values.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import styles from "./more-changes.module.css";

/**
 * New values of supplier, warranty and custom fields (by their oid) in the order of their choice. Null clears the field; an
 * empty text is a value that is not entered yet, such as half a date.
 */
export type MoreChanges = ReadonlyMap<MoreField, string | null>;
type MoreField = "supplier" | "warrantyEnd" | number;

/** The changes as the request has them. */
export function moreChangesOf(changes: MoreChanges) {
  const own: { supplier?: string | null; warrantyEnd?: string | null } = {};
  const fields: Record<string, string | null> = {};
  for (const [name, value] of changes) {
    if (typeof name === "number") fields[name] = value;
    else own[name] = value;
  }
  return { ...own, ...(Object.keys(fields).length > 0 && { fields }) };
}

/** A change for people. */
interface ChangeText {
  readonly name: string;
  readonly value: string;
  readonly isMissing: boolean;
  /** Its field does not permit the value. */
  readonly isWrong: boolean;
}

/** The texts of the changes. */
export function useMoreTexts(changes: MoreChanges): readonly ChangeText[] {
  const fields = useCustomFields();
  return [...changes].flatMap(([name, value]) => {
    const field = fields.find(({ oid }) => oid === name);
    if (typeof name === "number" && field === undefined) return [];
    const text = value === null ? t(msg("no value")) : value === "" ? "" : shown(name, field, value);
    const isWrong = problemOf(field, value) !== undefined;
    return [{ name: labelOf(name, field), value: text, isMissing: value === "", isWrong }];
  });
}

/** The error of a value of a custom field; undefined: it is valid. */
function problemOf(field: CustomField | undefined, value: string | null): string | undefined {
  if (field === undefined || value === null || value === "") return undefined;
  const parsed = parseCustomValue(field, value);
  return "error" in parsed ? t(parsed.error) : undefined;
}

const labelOf = (name: MoreField, field: CustomField | undefined) =>
  typeof name === "number" ? (field?.name ?? "") : t(FIELD_NAMES[name]);

function shown(name: MoreField, field: CustomField | undefined, value: string): string {
  if (field !== undefined) return customValueText(field, value);
  return name === "warrantyEnd" ? day(value) : value;
}

interface MoreFieldsProps {
  readonly changes: MoreChanges;
  readonly onChange: (changes: MoreChanges) => void;
}

/** The choice of further fields to set, each with its value. */
export function MoreFields({ changes, onChange }: MoreFieldsProps) {
  const custom = useCustomFields();
  const names: readonly MoreField[] = ["supplier", "warrantyEnd", ...custom.map(({ oid }) => oid)];
  const fieldOf = (name: MoreField) => custom.find(({ oid }) => oid === name);
  const left = names.filter((name) => !changes.has(name));
  const set = (name: MoreField, value: string | null) => onChange(new Map(changes).set(name, value));
  const remove = (name: MoreField) => onChange(new Map([...changes].filter(([one]) => one !== name)));
  return (
    <>
      {[...changes].map(([name, value]) => {
        const field = fieldOf(name);
        const label = labelOf(name, field);
        return (
          <div key={name} class={styles["change"]}>
            <ValueInput {...{ name, field, value, label }} onValue={(next) => set(name, next ?? "")} />
            <Button
              kind="secondary"
              aria-label={t(msg("Remove {name}"), { name: label })}
              onClick={() => remove(name)}
            >
              {t(msg("Remove"))}
            </Button>
            <Checkbox
              checked={value === null}
              onChange={({ currentTarget }) => set(name, currentTarget.checked ? null : "")}
            >
              {t(msg("Clear {name}"), { name: label })}
            </Checkbox>
          </div>
        );
      })}
      {left.length > 0 && (
        <Select
          label={t(msg("Set another field"))}
          value=""
          items={[
            { value: "", label: t(msg("Choose…")) },
            ...left.map((name) => ({ value: String(name), label: labelOf(name, fieldOf(name)) })),
          ]}
          onValue={(chosen) => {
            const name = left.find((one) => String(one) === chosen);
            if (name !== undefined) set(name, "");
          }}
        />
      )}
    </>
  );
}

interface ValueInputProps {
  readonly name: MoreField;
  readonly field: CustomField | undefined;
  readonly label: string;
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
}

function ValueInput({ name, field, label, value, onValue }: ValueInputProps) {
  if (field !== undefined)
    return (
      <CustomFieldInput
        {...{ field, value, onValue }}
        mayBeRequired={false}
        liveProblem={problemOf(field, value)}
      />
    );
  return (
    <TextField
      label={label}
      value={value ?? ""}
      {...(name === "warrantyEnd" ? { type: "date" } : { maxLength: MAX_TEXT_LENGTH })}
      onValue={onValue}
    />
  );
}
