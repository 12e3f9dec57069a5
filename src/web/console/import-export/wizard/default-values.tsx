import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import type { ImportField } from "../shapes.ts";
import type { Check } from "./import.tsx";
import { fieldsWithoutColumn, takesDefault, withDefault } from "./options.ts";
import { ControlProblem, missingFields } from "./steps.tsx";
import { ValueChoice } from "./value-choice.tsx";

/** The required fields that the file has no column for: keys need one, others take a default value. */
export function RequiredFields({ check }: { readonly check: Check }) {
  const { one, options } = check;
  const without = fieldsWithoutColumn(one, options).filter(
    ({ isRequired, isNeeded }) => isRequired || isNeeded,
  );
  const fields = without.filter((field) => takesDefault(one, field));
  return (
    <>
      {without
        .filter((field) => !takesDefault(one, field))
        .map(({ field, title }) => (
          <Banner key={field} tone="danger">
            {t(msg("{title} is required: select the column that holds it."), { title })}
          </Banner>
        ))}
      {fields.length > 0 && (
        <section class="import-defaults" aria-label={t(REQUIRED)}>
          <h3>{t(REQUIRED)}</h3>
          <p class="muted">{t(msg("Match a column below, or set a default value for new records."))}</p>
          <Inputs check={check} fields={fields} />
        </section>
      )}
    </>
  );
}

/** The other fields that the file has no column for, each with a default value. */
export function OtherFields({ check }: { readonly check: Check }) {
  const { one, options } = check;
  const fields = fieldsWithoutColumn(one, options).filter(
    (field) => !field.isRequired && !field.isNeeded && takesDefault(one, field),
  );
  const [isOpen] = useState(() => fields.some(({ field }) => options.defaults?.[field] !== undefined));
  if (fields.length === 0) return null;
  return (
    <details class="import-defaults" open={isOpen}>
      <summary>{t(msg("Default values of other fields"))}</summary>
      <p class="muted">
        {t(msg("A default value is used for new records. Stored values are not overwritten."))}
      </p>
      <Inputs check={check} fields={fields} />
    </details>
  );
}

function Inputs({ check, fields }: { readonly check: Check; readonly fields: readonly ImportField[] }) {
  const { one, options, change } = check;
  const missing = missingFields(one);
  return (
    <div class="import-controls">
      {fields.map((field) => (
        <div key={field.field}>
          <ValueChoice
            field={field}
            label={field.isRequired ? `${field.title} *` : field.title}
            value={options.defaults?.[field.field] ?? ""}
            none={t(msg("No default"))}
            isFaulty={missing.has(field.field)}
            onValue={(text) =>
              change(`default ${field.field}`, (newest) => withDefault(newest, field.field, text))
            }
          />
          <ControlProblem check={check} at={[`default ${field.field}`]} />
        </div>
      ))}
    </div>
  );
}

const REQUIRED = msg("Required fields without a column");
