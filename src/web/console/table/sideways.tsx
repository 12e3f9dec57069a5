import type { ComponentChildren } from "preact";

interface SidewaysProps {
  /** What it holds, read out. */
  readonly name: string;
  readonly class?: string;
  readonly onScroll?: (event: { readonly currentTarget: HTMLElement }) => void;
  readonly children: ComponentChildren;
}

/** What may be wider, or longer, than its place: it is moved there, by the arrow keys too. */
export function Sideways({ name, class: own = "table-frame", onScroll, children }: SidewaysProps) {
  return (
    <section
      class={own}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reached by keys (WCAG 2.1.1)
      tabIndex={0}
      {...(onScroll && { onScroll })}
    >
      {children}
    </section>
  );
}
