import type { ComponentChildren } from "preact";
import styles from "./figures.module.css";

/** Figures side by side. */
export function Stats({ children }: { readonly children: ComponentChildren }) {
  return <dl class={styles["stats"]}>{children}</dl>;
}

/** A figure with its name. The caller formats the value. */
export function Stat({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

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

const WIDTH = 96;
const HEIGHT = 24;

interface SparklineProps {
  readonly values: readonly number[];
  /** The alternative text: the figure with its first and last value. */
  readonly label: string;
}

/** A small line chart for a row of a table. */
export function Sparkline({ values, label }: SparklineProps) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - ((value - low) / span) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg
      class={styles["sparkline"]}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <polyline points={points.join(" ")} />
    </svg>
  );
}
