import { codeOf, patternOf } from "../../../domain/code-pattern.ts";
import { msg } from "../../../domain/message.ts";
import { LOCALE_CODES, LOCALES } from "../../../i18n/locales.ts";
import { t } from "../../i18n/translate.ts";
import { LineField, SelectField } from "../forms/fields.tsx";
import type { Edit } from "../forms/use-edit.ts";
import type { SettingsForm } from "./settings-texts.ts";
import { SETTING_NAMES } from "./settings-texts.ts";
import { TwoStepRoles } from "./two-step-roles.tsx";

interface FieldsProps {
  readonly edit: Edit<SettingsForm>;
}

/** The settings that take effect without a restart. */
export function SettingsFields({ edit }: FieldsProps) {
  const { values, errors, set } = edit;
  if (values === null) return null;
  return (
    <>
      <LineField
        words={t(SETTING_NAMES.siteName)}
        hint={t(TEXTS.siteName)}
        problem={errors["siteName"]}
        autocomplete="organization"
        maxLength={200}
        value={values.siteName ?? ""}
        onValue={(text) => set("siteName", text || null)}
      />
      <SelectField
        words={t(SETTING_NAMES.language)}
        hint={t(TEXTS.language)}
        problem={errors["language"]}
        items={LOCALE_CODES.map((value) => ({ value, words: LOCALES[value].name }))}
        value={values.language}
        onValue={(language) => set("language", LOCALE_CODES.find((code) => code === language) ?? "en")}
      />
      <NumberField edit={edit} name="terminalLockMinutes" hint={t(TEXTS.lock)} min={1} max={240} />
      <NumberField edit={edit} name="quantityWarningFactor" hint={t(TEXTS.factor)} min={2} max={1000} />
      <LineField
        words={t(SETTING_NAMES.articleCodePattern)}
        hint={<PatternHint pattern={values.articleCodePattern} />}
        problem={errors["articleCodePattern"]}
        spellcheck={false}
        maxLength={50}
        value={values.articleCodePattern}
        onValue={(text) => set("articleCodePattern", text)}
      />
      <TwoStepRoles edit={edit} />
    </>
  );
}

interface NumberFieldProps extends FieldsProps {
  readonly name: "terminalLockMinutes" | "quantityWarningFactor";
  readonly hint: string;
  readonly min: number;
  readonly max: number;
}

function NumberField({ edit, name, ...field }: NumberFieldProps) {
  const { values, errors, set } = edit;
  return (
    <LineField
      {...field}
      words={t(SETTING_NAMES[name])}
      problem={errors[name]}
      type="number"
      value={values?.[name] ?? ""}
      onValue={(text) => set(name, text === "" ? null : Number(text))}
    />
  );
}

/** What the pattern makes of the first numbers. */
function PatternHint({ pattern }: { readonly pattern: string }) {
  const parts = patternOf(pattern.trim());
  return (
    <>
      {t(TEXTS.pattern)}{" "}
      {parts === null
        ? t(TEXTS.noPattern)
        : t(TEXTS.example, { codes: [1, 2, 1234].map((number) => codeOf(parts, number)).join(", ") })}
    </>
  );
}

const TEXTS = {
  siteName: msg("Shown on terminals and reports. If empty, the company name is used."),
  language: msg("Default language. Users can choose another one on their device."),
  lock: msg("An idle terminal asks for the PIN again after this time. 1 to 240."),
  factor: msg(
    "The terminal asks for confirmation when a count is this many times the expected quantity. 2 to 1000.",
  ),
  pattern: msg("For articles created without a code. Zeros in braces stand for the number."),
  example: msg("Example codes: {codes}"),
  noPattern: msg("Enter exactly one group of 1 to 12 zeros in braces."),
};
