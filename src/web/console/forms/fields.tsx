import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

interface FieldProps {
  readonly label: string;
  /** A help text below the control. */
  readonly hint?: ComponentChildren;
  /** The error, shown below the control. */
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
}

/** Attributes that link a control to its label, hint and error. */
type ControlProps = Pick<JSX.AllHTMLAttributes, "id" | "aria-invalid" | "aria-describedby" | "aria-required">;

interface FrameProps extends FieldProps {
  /** The control itself. */
  readonly children: (controlProps: ControlProps) => ComponentChildren;
}

/** A control with its label, hint and error, which screen readers announce. */
export function Field({ label, hint, problem, isRequired, children }: FrameProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  const about = [isWrong && `${id}-why`, hint !== undefined && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id} class={isRequired ? "is-required" : ""}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": isWrong,
        ...(isRequired && { "aria-required": true }),
        ...(about !== "" && { "aria-describedby": about }),
      })}
      {isWrong && (
        <p class="fault" id={`${id}-why`} role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface LineProps
  extends FieldProps,
    Omit<JSX.IntrinsicElements["input"], keyof ControlProps | "onInput" | "ref"> {
  /** Omitted for secrets: the form reads them from the DOM, so that no state holds them. */
  readonly onValue?: (value: string) => void;
}

/** A text input with label, hint and error. */
export function LineField({ label, hint, problem, isRequired, onValue, ...given }: LineProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(isRequired && { isRequired })}>
      {(controlProps) => (
        <input
          autocomplete="off"
          {...given}
          {...(given.type === "date" && given.value === "" && { class: "is-empty" })}
          {...controlProps}
          {...(given.type === "date" && given.value === "" && { class: "is-empty" })}
          {...(onValue && { onInput: (event) => onValue(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly items: readonly { readonly value: string; readonly label: string }[];
  readonly onValue: (value: string) => void;
}

/** A select with label, hint and error. */
export function SelectField({ value, items, onValue, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(controlProps) => (
        <select
          {...controlProps}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
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

interface ChoiceProps extends FieldProps {
  readonly items: readonly { readonly oid: number; readonly name: string }[];
  readonly value: number | null;
  readonly onValue: (oid: number | null) => void;
  /** The label of the empty option. Default: "Choose…". */
  readonly none?: string;
}

/** A select of one record by its name, or none. */
export function ChoiceField({ items, value, onValue, none = t(CHOOSE), ...field }: ChoiceProps) {
  const records = items.map(({ oid, name }) => ({ value: String(oid), label: name }));
  return (
    <SelectField
      {...field}
      items={[{ value: "", label: none }, ...records]}
      value={value === null ? "" : String(value)}
      onValue={(chosen) => onValue(chosen === "" ? null : Number(chosen))}
    />
  );
}

const CHOOSE = msg("Choose…");
