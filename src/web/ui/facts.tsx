import type { ComponentChildren } from "preact";

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
