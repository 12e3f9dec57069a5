import type { ComponentChildren, JSX } from "preact";
import styles from "./checkbox.module.css";

type InputProps = Omit<JSX.IntrinsicElements["input"], "type" | "class" | "label">;

interface CheckProps extends InputProps {
  /** A class for its place in the layout. */
  readonly class?: string;
  /** Its label. */
  readonly children: ComponentChildren;
}

interface CheckboxProps extends CheckProps {
  readonly onValue?: (isChecked: boolean) => void;
}

/** A checkbox with its label. */
export function Checkbox({ class: own = "", onValue, children, ...given }: CheckboxProps) {
  return (
    <label class={`${styles["check"]} ${own}`}>
      <input
        {...given}
        type="checkbox"
        class={styles["box"]}
        {...(onValue && { onChange: (event) => onValue(event.currentTarget.checked) })}
      />
      <span>{children}</span>
    </label>
  );
}

/** A radio button: one of several choices with the same `name`. */
export function Radio({ class: own = "", children, ...given }: CheckProps) {
  return (
    <label class={`${styles["check"]} ${own}`}>
      <input {...given} type="radio" class={styles["box"]} />
      <span>{children}</span>
    </label>
  );
}

interface RadioRowProps extends CheckProps {
  /** Shown at the end of the row. */
  readonly aside: ComponentChildren;
}

/** A radio button as a row of its own, large enough for a thumb. */
export function RadioRow({ class: own = "", aside, children, ...given }: RadioRowProps) {
  return (
    <label class={`${styles["row"]} ${own}`}>
      <input {...given} type="radio" class={styles["box"]} />
      <span>{children}</span>
      <span class={styles["aside"]}>{aside}</span>
    </label>
  );
}

interface RadioGroupProps {
  readonly legend: string;
  readonly children: ComponentChildren;
}

/** Radio buttons with a heading. */
export function RadioGroup({ legend, children }: RadioGroupProps) {
  return (
    <fieldset class={styles["group"]}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** A checkbox without text. It needs an `aria-label`. */
export function BareCheckbox(props: InputProps & { readonly "aria-label": string }) {
  return <input {...props} type="checkbox" class={styles["box"]} />;
}

/** The state of a checkbox of a row. `fixed`: checked, and can't be changed. */
export type Check = "checked" | "fixed" | "mixed" | "unchecked";

/** The picture of a checkbox, for an element with the role itself. */
export function CheckMark({ check }: { readonly check: Check }) {
  return <span class={`${styles["box"]} ${styles[check] ?? ""}`} aria-hidden="true" />;
}
