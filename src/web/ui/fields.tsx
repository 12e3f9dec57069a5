import type { JSX } from "preact";
import styles from "./fields.module.css";

interface FieldsProps extends Omit<JSX.IntrinsicElements["div"], "class"> {
  /** A class for its place in the layout. */
  readonly class?: string;
}

/** Fields side by side, as many as fit. */
export function Fields({ class: own = "", ...given }: FieldsProps) {
  return <div {...given} class={`${styles["fields"]} ${own}`} />;
}
