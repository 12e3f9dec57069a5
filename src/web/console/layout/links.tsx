import type { ComponentChildren } from "preact";
import { path } from "../../router/router.ts";

interface WaysProps {
  /** What they lead through. */
  readonly name: string;
  readonly ways: readonly {
    readonly to: string;
    readonly words: ComponentChildren;
    /** Only where the address is not enough. */
    readonly isHere?: boolean;
    /** There is nothing: on a narrow screen it is left out. */
    readonly isBare?: boolean;
  }[];
}

/** The way between the parts of one thing, as links; the one that is shown is marked. */
export function LinkTabs({ name, ways }: WaysProps) {
  const here = path.value.split("?")[0];
  return (
    <nav class="ways no-print" aria-label={name}>
      {ways.map(({ to, words, isHere = to === here, isBare = false }) => (
        <a
          key={to}
          class={isBare ? "is-bare" : ""}
          href={`#${to}`}
          aria-current={isHere ? "page" : undefined}
        >
          {words}
        </a>
      ))}
    </nav>
  );
}
