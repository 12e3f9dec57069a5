import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";

interface FieldProps {
  readonly label: string;
  /** What it means, or how it is to be. */
  readonly hint?: ComponentChildren;
  /** What is wrong with it, said at the field. */
  readonly problem?: string | undefined;
  readonly isRequired?: boolean;
}

/** What a control tells of the sentences that stand at it. */
type Told = Pick<JSX.AllHTMLAttributes, "id" | "aria-invalid" | "aria-describedby" | "aria-required">;

interface FrameProps extends FieldProps {
  /** The control itself. */
  readonly children: (told: Told) => ComponentChildren;
}

/** A control with what it is called, what it means, and what is wrong with it, which is read out. */
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

interface LineProps extends FieldProps, Omit<JSX.IntrinsicElements["input"], keyof Told | "onInput" | "ref"> {
  /** Without it the form reads the field by its name: what is secret stands nowhere else. */
  readonly onValue?: (value: string) => void;
}

/** One line that is typed, with what is wrong with it. */
export function LineField({ label, hint, problem, isRequired, onValue, ...given }: LineProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(isRequired && { isRequired })}>
      {(told) => (
        <input
          autocomplete="off"
          {...given}
          {...(given.type === "date" && given.value === "" && { class: "is-empty" })}
          {...told}
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

/** One of a few, with what is wrong with it. */
export function SelectField({ value, items, onValue, ...field }: SelectProps) {
  return (
    <Field {...field}>
      {(told) => (
        <select {...told} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
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

/** One of a few records by its name, or none, with what is wrong with it. */
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
