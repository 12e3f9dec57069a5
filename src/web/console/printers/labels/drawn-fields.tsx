import { t } from "../../../i18n/translate.ts";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { DRAWN_TEXTS, type DrawnValues } from "./drawn-values.ts";
import { SUBJECTS } from "./label-editor.tsx";

interface FieldsProps {
  readonly values: DrawnValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (changed: Partial<DrawnValues>) => void;
}

/** The name of a drawn label, and what it labels. */
export function DrawnFields({ values: { name, subject }, errors, set }: FieldsProps) {
  return (
    <>
      <TextField
        name="name"
        label={t(DRAWN_TEXTS.name)}
        value={name}
        problem={errors["name"]}
        onValue={(next) => set({ name: next })}
      />
      <Select
        label={t(DRAWN_TEXTS.subject)}
        items={SUBJECTS.map(({ value, label }) => ({ value, label: t(label) }))}
        value={subject}
        onValue={(next) => set({ subject: next === "location" ? "location" : "article" })}
      />
    </>
  );
}
