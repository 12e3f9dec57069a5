import type { ComponentChildren } from "preact";
import styles from "./progress.module.css";

interface ProgressProps {
  /** The progress as text: "10 of 50 counted (20%)". */
  readonly label: ComponentChildren;
  /** Omitted: unknown. */
  readonly value?: number | undefined;
  readonly max?: number;
  /** A class for its place in the layout. */
  readonly class?: string;
}

/** A progress bar with a label above it. */
export function Progress({ label, value, max = 1, class: own = "" }: ProgressProps) {
  const known = value !== undefined && { value: Math.min(value, max) };
  return (
    <label class={`${styles["progress"]} ${own}`}>
      {label}
      <progress {...known} max={Math.max(1, max)} />
    </label>
  );
}
