import type { ComponentChildren } from "preact";
import styles from "./figures.module.css";

/** Figures side by side. */
export function Stats({ children }: { readonly children: ComponentChildren }) {
  return <dl class={styles["stats"]}>{children}</dl>;
}

/** One figure with its name; the value is formatted by the caller. */
export function Stat({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface ProgressProps {
  /** Says how far it is: "10 of 50 counted (20%)". */
  readonly label: ComponentChildren;
  /** Omitted: unknown. */
  readonly value?: number | undefined;
  readonly max?: number;
  /** A class for its place in the layout. */
  readonly class?: string;
}

/** A bar with its label above it. */
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
  /** What it shows, with its first and last value: it is read out in place of the line. */
  readonly label: string;
}

/** The course of a figure, small enough for a row. */
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
