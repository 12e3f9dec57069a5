import { MAX_CUSTOM_VALUE_LENGTH } from "../../../domain/custom-fields.ts";
import { msg } from "../../../domain/message.ts";
import type { CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

interface CustomFieldInputProps {
  readonly field: CustomField;
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
  readonly problem?: string | undefined;
  /** The error of the value as it is now. */
  readonly liveProblem?: string | undefined;
  /** False: the field is never marked as required. */
  readonly mayBeRequired?: boolean;
}

/** The control of a custom field, by its type. */
export function CustomFieldInput({
  field,
  value,
  onValue,
  problem,
  liveProblem,
  mayBeRequired = true,
}: CustomFieldInputProps) {
  const { name, type, unit, choices, isRequired } = field;
  const given = { problem, isRequired: isRequired && mayBeRequired };
  const set = (text: string) => onValue(text === "" ? null : text);
  const label = unit === null ? name : t(msg("{name} ({unit})"), { name, unit });
  if (type === "choice" || type === "yesNo") {
    const items =
      type === "yesNo"
        ? YES_NO.map((one) => ({ value: one.value, label: t(one.label) }))
        : offered(choices ?? [], value).map((one) => ({ value: one, label: one }));
    return (
      <Select
        {...given}
        label={label}
        value={value ?? ""}
        items={[{ value: "", label: t(msg("Not set")) }, ...items]}
        onValue={set}
      />
    );
  }
  return (
    <TextField
      {...given}
      liveProblem={liveProblem}
      label={label}
      value={value ?? ""}
      maxLength={MAX_CUSTOM_VALUE_LENGTH}
      {...(type === "date" && { type: "date" })}
      {...(type === "link" && { type: "url" })}
      {...(type === "number" && { inputMode: "decimal" })}
      onValue={(text) => set(type === "number" ? text.replace(",", ".") : text)}
    />
  );
}

/** The choices, and the present value that is no longer one of them. */
function offered(choices: readonly string[], value: string | null): readonly string[] {
  return value === null || choices.includes(value) ? choices : [...choices, value];
}

const YES_NO = [
  { value: "true", label: msg("yes") },
  { value: "false", label: msg("no") },
] as const;
