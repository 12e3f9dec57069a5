import type { ComponentChildren, JSX, Ref } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { MAX_NOTE_LENGTH } from "../../domain/text-limits.ts";
import styles from "./field.module.css";

/** Properties of all fields. */
export interface FieldProps {
  readonly label: string;
  /** A help text below the control. */
  readonly hint?: ComponentChildren;
  /** The error of the value that was sent, shown below the control until the value changes. */
  readonly problem?: string | undefined;
  /** The error of the value as it is now, shown until the value is right. */
  readonly liveProblem?: string | undefined;
  readonly isRequired?: boolean | undefined;
  /** The label is only read out. */
  readonly isLabelHidden?: boolean | undefined;
  /** A class for its place in the layout. */
  readonly class?: string | undefined;
}

/** Attributes that link a control to its label, hint and error. */
type ControlProps = Pick<JSX.AllHTMLAttributes, "id" | "aria-invalid" | "aria-describedby" | "aria-required">;

interface FrameProps extends FieldProps {
  /** The control itself. */
  readonly children: (controlProps: ControlProps) => ComponentChildren;
}

/** A control with its label, hint and error, which screen readers announce. */
export function Field(props: FrameProps) {
  const { label, hint, problem, liveProblem, isRequired, isLabelHidden, class: own = "", children } = props;
  const id = useId();
  /** The error of a value that has been changed since. */
  const [answered, setAnswered] = useState<string | undefined>();
  useEffect(() => {
    if (problem === undefined) setAnswered(undefined);
  }, [problem]);
  const shown = liveProblem ?? (problem === answered ? undefined : problem);
  const isWrong = shown !== undefined;
  const onChanged = () => setAnswered(problem);
  const about = [isWrong && `${id}-why`, hint !== undefined && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div class={`${styles["field"]} ${own}`} onInput={onChanged} onChange={onChanged}>
      <label for={id} class={isLabelHidden ? "sr-only" : isRequired ? styles["required"] : ""}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": isWrong,
        "aria-required": isRequired,
        "aria-describedby": about || undefined,
      })}
      {isWrong && (
        <p class={styles["error"]} id={`${id}-why`} role="alert">
          {shown}
        </p>
      )}
      {hint !== undefined && (
        <p class="muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Attributes of its input, and those of all fields. */
interface TextFieldProps
  extends FieldProps,
    Omit<JSX.IntrinsicElements["input"], keyof ControlProps | keyof FieldProps | "onInput" | "ref"> {
  /** Omitted for secrets: the form reads them from the DOM, so that no state holds them. */
  readonly onValue?: ((value: string) => void) | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** One line of text with label, hint and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    problem,
    liveProblem,
    isRequired,
    isLabelHidden,
    class: own,
    onValue,
    inputRef,
    ...given
  } = props;
  return (
    <Field {...{ label, hint, problem, liveProblem, isRequired, isLabelHidden, class: own }}>
      {(controlProps) => (
        <input
          autocomplete="off"
          {...(inputRef && { ref: inputRef })}
          {...given}
          {...controlProps}
          {...(/^date/.test(String(given.type)) && given.value === "" && { class: "is-empty" })}
          {...(onValue && { onInput: (event) => onValue(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}

interface LinesFieldProps
  extends FieldProps,
    Pick<JSX.IntrinsicElements["textarea"], "rows" | "maxLength" | "spellcheck" | "autocapitalize"> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

/** A few lines of text with label, hint and error. */
export function LinesField(props: LinesFieldProps) {
  const { value, onValue, inputRef, rows = 3, maxLength, spellcheck, autocapitalize, ...field } = props;
  return (
    <Field {...field}>
      {(controlProps) => (
        <textarea
          {...controlProps}
          {...(inputRef && { ref: inputRef })}
          {...{ rows, maxLength, spellcheck, autocapitalize, value }}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A note. */
export const NoteField = (props: LinesFieldProps) => <LinesField maxLength={MAX_NOTE_LENGTH} {...props} />;

interface PasswordFieldProps
  extends Omit<TextFieldProps, "type" | "autocomplete" | "inputMode" | "value" | "onValue"> {
  /** Default: a password or passphrase. */
  readonly kind?: "password" | "pin";
  /** For a secret that is being set, so that the browser does not fill in the old one. */
  readonly isNew?: boolean;
}

/** A password, passphrase or PIN. No state holds its value: forms read it from the DOM. */
export function PasswordField({ kind = "password", isNew = false, ...field }: PasswordFieldProps) {
  const isPin = kind === "pin";
  return (
    <TextField
      {...field}
      type="password"
      // A saved password must not be filled in as the PIN.
      autocomplete={isNew ? "new-password" : isPin ? "off" : "current-password"}
      inputMode={isPin ? "numeric" : "text"}
    />
  );
}

interface FieldsProps extends Omit<JSX.IntrinsicElements["div"], "class"> {
  /** A class for its place in the layout. */
  readonly class?: string;
}

/** Fields side by side, as many as fit. */
export function Fields({ class: own = "", ...given }: FieldsProps) {
  return <div {...given} class={`${styles["fields"]} ${own}`} />;
}
