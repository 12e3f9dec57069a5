import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";
import styles from "./field.module.css";

/** What all fields have. */
export interface FieldProps {
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
    <div class={styles["field"]}>
      <label for={id} class={isRequired ? styles["required"] : ""}>
        {label}
      </label>
      {children({
        id,
        "aria-invalid": isWrong,
        "aria-required": isRequired,
        "aria-describedby": about || undefined,
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

interface TextFieldProps
  extends FieldProps,
    Omit<JSX.IntrinsicElements["input"], keyof ControlProps | "onInput" | "ref"> {
  /** Omitted for secrets: the form reads them from the DOM, so that no state holds them. */
  readonly onValue?: (value: string) => void;
}

/** One line of text with label, hint and error. */
export function TextField({ label, hint, problem, isRequired, onValue, ...given }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem} {...(isRequired && { isRequired })}>
      {(controlProps) => (
        <input
          autocomplete="off"
          {...given}
          {...controlProps}
          {...(given.type === "date" && given.value === "" && { class: "is-empty" })}
          {...(onValue && { onInput: (event) => onValue(event.currentTarget.value) })}
        />
      )}
    </Field>
  );
}
