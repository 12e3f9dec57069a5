import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface SidewaysProps {
  /** What it holds, read out. */
  readonly name: string;
  readonly class?: string;
  readonly onScroll?: (event: { readonly currentTarget: HTMLElement }) => void;
  readonly children: ComponentChildren;
}

/** Content that may be wider, or longer, than its place: it scrolls there, by the arrow keys too. */
export function ScrollArea({ name, class: own = "table-frame", onScroll, children }: SidewaysProps) {
  const frame = useRef<HTMLElement>(null);
  const isWide = useIsWide(frame);
  return (
    <section
      ref={frame}
      class={isWide ? `${own} is-wide` : own}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reached by keys (WCAG 2.1.1)
      tabIndex={0}
      {...(onScroll && { onScroll })}
    >
      {children}
    </section>
  );
}

/** Whether the content is wider than its frame. Only such a frame scrolls: the head of a table sticks to what scrolls. */
function useIsWide(frame: { readonly current: HTMLElement | null }): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWide(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return isWide;
}
