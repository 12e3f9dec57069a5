import type { ComponentChildren } from "preact";
import { Checkbox } from "./checkbox.tsx";

interface GroupProps<T> {
  readonly label: string;
  /** The values to choose from, in their order. */
  readonly all: readonly T[];
  readonly labelOf: (one: T) => ComponentChildren;
  readonly value: readonly T[];
  readonly onValue: (chosen: T[]) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  /** A class for its place in the layout. */
  readonly class?: string | undefined;
  /** Shown above the checkboxes. */
  readonly children?: ComponentChildren;
}

/** Some of a few values, each with a checkbox. */
export function CheckboxGroup<T extends string | number>(props: GroupProps<T>) {
  const { label, all, labelOf, value, onValue, problem, hint, isDisabled = false, children } = props;
  const toggle = (one: T) =>
    onValue(all.filter((each) => (each === one ? !value.includes(one) : value.includes(each))));
  return (
    <fieldset class={props.class}>
      <legend>{label}</legend>
      {children}
      {all.map((one) => (
        <Checkbox key={one} checked={value.includes(one)} disabled={isDisabled} onChange={() => toggle(one)}>
          {labelOf(one)}
        </Checkbox>
      ))}
      {problem !== undefined && (
        <p class="error-text" role="alert">
          {problem}
        </p>
      )}
      {hint !== undefined && <p class="muted">{hint}</p>}
    </fieldset>
  );
}
