import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Field } from "../../../ui/field.tsx";
import type { ImportField } from "../shapes.ts";

interface ChoiceProps {
  readonly field: ImportField | null;
  readonly label: string;
  readonly value: string;
  /** The first option: no value. */
  readonly none: string;
  /** Shown first. */
  readonly suggestions?: readonly string[];
  readonly isFaulty?: boolean;
  readonly isLabelHidden?: boolean;
  readonly onValue: (text: string) => Promise<unknown>;
}

/** Fields whose values must be existing records. */
const CLOSED: readonly string[] = ["state", "user", "responsibleUser"];
/** The option that shows a text input; no name begins with a line feed. */
const OTHER = "\n";

/** A value of a field: one of its choices, or free text where the field accepts it. */
export function ValueChoice(props: ChoiceProps) {
  const {
    field,
    label,
    value,
    none,
    suggestions = [],
    isFaulty = false,
    isLabelHidden = false,
    onValue,
  } = props;
  const choices = field?.choices ?? [];
  const known = [...suggestions, ...choices];
  const isOpen = field === null || CLOSED.indexOf(field.field) === -1;
  const [isOther, setOther] = useState(value !== "" && known.indexOf(value) === -1);
  if (known.length === 0 && isOpen) return <TextChoice {...props} />;
  return (
    <>
      <Field label={label} isLabelHidden={isLabelHidden} class={classFor(isLabelHidden)}>
        {(controlProps) => (
          <select
            {...controlProps}
            value={isOther ? OTHER : value}
            aria-invalid={isFaulty}
            onChange={({ currentTarget }) => {
              setOther(currentTarget.value === OTHER);
              return currentTarget.value === OTHER ? undefined : onValue(currentTarget.value);
            }}
          >
            <option value="">{none}</option>
            {suggestions.length > 0 && (
              <optgroup label={t(msg("Suggestions"))}>
                {suggestions.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            {choices
              .filter((name) => suggestions.indexOf(name) === -1)
              .map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            {isOpen && <option value={OTHER}>{t(msg("Another value…"))}</option>}
            {!isOther && value !== "" && known.indexOf(value) === -1 && (
              <option value={value}>{value}</option>
            )}
          </select>
        )}
      </Field>
      {isOther && <TextChoice {...props} label={t(msg("{label}: another value"), { label })} isLabelHidden />}
    </>
  );
}

function TextChoice({ label, value, isFaulty = false, isLabelHidden = false, onValue }: ChoiceProps) {
  // The file is checked again during typing. The result must not overwrite the typed text.
  const [typed, setTyped] = useState(value);
  const shown = useRef(value);
  useEffect(() => {
    // Text may have been typed before the first run of this effect.
    if (shown.current === value) return;
    shown.current = value;
    setTyped(value);
  }, [value]);
  return (
    <Field label={label} isLabelHidden={isLabelHidden} class={classFor(isLabelHidden)}>
      {(controlProps) => (
        <input
          {...controlProps}
          value={typed}
          aria-invalid={isFaulty}
          placeholder={t(msg("Type a value"))}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={({ currentTarget }) => onValue(currentTarget.value.trim())}
        />
      )}
    </Field>
  );
}

const classFor = (isLabelHidden: boolean) => (isLabelHidden ? "import-bare" : "import-control");
