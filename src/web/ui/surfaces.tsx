import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import styles from "./surfaces.module.css";

interface EmptyStateProps {
  readonly icon: IconName;
  /** What is missing, in a few words. */
  readonly title: string;
  /** What to do next, or what appears here later. */
  readonly text?: string | undefined;
  /** One action, where the user may do it. */
  readonly children?: ComponentChildren;
}

/** Shown in place of a list without rows. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div class={styles["empty"]}>
      <Icon name={icon} size={32} />
      <p class={styles["emptyTitle"]}>{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** Placeholder lines for a text or rows that are loading. `label` is announced. */
export function Skeleton({ lines, label }: { readonly lines: number; readonly label: string }) {
  return (
    <div class={styles["skeleton"]} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

interface FactsProps {
  /** Names and values; null or empty: left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly class?: string;
}

/** The facts of a record, as a list of names and values. */
export function Facts({ facts, class: look = "facts" }: FactsProps) {
  return (
    <dl class={look}>
      {facts
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
