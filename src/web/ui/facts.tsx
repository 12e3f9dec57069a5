import type { ComponentChildren } from "preact";

interface FactsProps {
  /** What each is called, and what it is; null or empty: it is left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
  readonly class?: string;
}

/** What is known of something, each with its name. */
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
